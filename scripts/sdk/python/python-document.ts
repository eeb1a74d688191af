import type { JsonObject, ModelSource } from '../../contract/contract.ts';
import { schemasOf, withSchemas } from '../../contract/documents/parts.ts';
import { mapMembers, toObject, toText } from '../../contract/json.ts';
import { mapSchemas } from '../../emit/documents/schema-walk.ts';
import { listSdkOperations, modelsOf } from '../sdk-document.ts';

type Spelled = Pick<ModelSource, 'spellings'>;

/**
 * The SDK document as types of Python can have it: requests take each spelling of their models, and descriptions say what is deprecated.
 */
export function toPythonDocument(document: JsonObject, models: readonly Spelled[]): JsonObject {
  return mapSchemas(withSpellings(document, models), describeDeprecation);
}

function withSpellings(document: JsonObject, models: readonly Spelled[]): JsonObject {
  const requests = new Set(listSdkOperations(document).flatMap(({ requests }) => requests));
  const spell = (id: string) => models.find(({ spellings }) => spellings[0] === id)?.spellings ?? [id];
  const schemas = mapMembers(schemasOf(document), (schema, name) => {
    const ids = requests.has(name) ? modelsOf(document, name) : [];
    if (ids.length === 0) return schema;
    const { properties, ...rest } = toObject(schema);
    const { model, ...others } = toObject(properties);
    return { ...rest, properties: { model: { ...toObject(model), enum: ids.flatMap(spell) }, ...others } };
  });
  return withSchemas(document, schemas);
}

function describeDeprecation(schema: JsonObject): JsonObject {
  if (schema.deprecated !== true) return schema;
  const reason = `Deprecated: ${toText(schema['x-deprecated-reason'])}`;
  return { ...schema, description: `${toText(schema.description)} ${reason}`.trim() };
}
