import type { Json, JsonObject } from '../contract/contract.ts';
import { omit, stringList, toList, toObject } from '../contract/json.ts';
import { mapSchemas } from '../emit/documents/schema-walk.ts';
import type { ContractSnapshot } from './breaking-change.ts';

/** A snapshot without the conditions that concern only models that an earlier one does not have: they refuse nothing that it accepts. */
export function withoutNewConditions(after: ContractSnapshot, before: ContractSnapshot): ContractSnapshot {
  const known = new Set(Object.values(before.schemas).flatMap((schema) => modelsOf(schema)));
  const isNew = (condition: Json) => {
    const models = modelsOf(toObject(toObject(condition).if));
    return models.length > 0 && !models.some((name) => known.has(name));
  };
  const document = mapSchemas(after.document, (schema) => {
    const conditions = toList(schema.allOf).filter((condition) => !isNew(condition));
    return conditions.length > 0 ? { ...schema, allOf: conditions } : omit(schema, ['allOf']);
  });
  return { ...after, document };
}

/** The names that the `model` of a request may have. */
function modelsOf({ properties }: JsonObject): readonly string[] {
  return stringList(toObject(toObject(properties).model).enum);
}
