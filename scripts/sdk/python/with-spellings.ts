import type { JsonObject, ModelSource } from '../../contract/contract.ts';
import { schemasOf, withSchemas } from '../../contract/documents/parts.ts';
import { mapMembers, toObject } from '../../contract/json.ts';
import { listSdkOperations, modelsOf } from '../sdk-document.ts';

/** The SDK document with requests that take each spelling of their models, which literals of Python can all be. */
export function withSpellings(
  document: JsonObject,
  models: readonly Pick<ModelSource, 'spellings'>[],
): JsonObject {
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
