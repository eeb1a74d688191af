import type { Emitter, Json, JsonObject } from '../../contract/contract.ts';
import { isObject, stringList } from '../../contract/json.ts';
import { toScript } from '../banner.ts';
import { mapSchemas } from '../documents/schema-walk.ts';
import { dropConditions } from './conditions.ts';

/**
 * Emits `openapi-types.ts` with openapi-typescript. Everything is readonly; a forbidden (`false`) property is
 * `never`. The discriminator is left out: the literal `model` of each family already discriminates the union.
 * A string with `x-extensible-enum` is one of its values or, as later versions may add some, any other.
 */
export const emitOpenApiTypes: Emitter = async ({ document }) => {
  const tools = await import('openapi-typescript');
  const types = await tools.default(JSON.stringify(mapSchemas(document, toTypedSchema)), {
    alphabetize: false,
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    immutable: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
    transform: (schema: object) => toOpenEnum(schema, tools),
  });
  return [{ path: 'openapi-types.ts', text: toScript(tools.astToString(types)) }];
};

function toTypedSchema(schema: JsonObject): Json {
  const { discriminator: _, ...typed } = dropConditions(schema);
  return typed;
}

type Tools = typeof import('openapi-typescript');

/** The listed values for completion, together with any other string; undefined for all other schemas. */
function toOpenEnum(
  schema: object,
  { tsUnion, tsLiteral, tsIntersection, tsRecord, STRING, NULL, NEVER }: Tools,
) {
  if (!isObject(schema)) return undefined;
  const values = stringList(schema['x-extensible-enum']);
  const types = Array.isArray(schema.type) ? stringList(schema.type) : [schema.type];
  if (values.length === 0 || !types.includes('string') || 'enum' in schema) return undefined;
  const others = tsIntersection([STRING, tsRecord(NEVER, NEVER)]);
  return tsUnion([
    ...values.map((value) => tsLiteral(value)),
    others,
    ...(types.includes('null') ? [NULL] : []),
  ]);
}
