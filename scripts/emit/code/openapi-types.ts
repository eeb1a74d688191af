import type { Emitter, Json, JsonObject } from '../../contract/contract.ts';
import { toScript } from '../banner.ts';
import { mapSchemas } from '../documents/schema-walk.ts';
import { dropConditions } from './conditions.ts';

/**
 * Emits `openapi-types.ts` with openapi-typescript. Everything is readonly; a forbidden (`false`) property is
 * `never`. The discriminator is left out: the literal `model` of each family already discriminates the union.
 */
export const emitOpenApiTypes: Emitter = async ({ document }) => {
  const { astToString, default: toTypes } = await import('openapi-typescript');
  const types = await toTypes(JSON.stringify(mapSchemas(document, toTypedSchema)), {
    alphabetize: false,
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    immutable: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  });
  return [{ path: 'openapi-types.ts', text: toScript(astToString(types)) }];
};

function toTypedSchema(schema: JsonObject): Json {
  const { discriminator: _, ...typed } = dropConditions(schema);
  return typed;
}
