import type { Emitter, JsonObject } from '../../contract/contract.ts';
import { fieldShapes } from '../../contract/field-shapes.ts';
import { filterMembers, mapMembers, toEntries, toObject, toText } from '../../contract/json.ts';
import { toScript } from '../banner.ts';
import { requestSchemas } from '../code/requests.ts';

/** Emits which fields a request has that no model file describes. */
export const emitRequestFields: Emitter = async ({ document }) => {
  const schemas = requestSchemas(document);
  const text = `${toFieldTable(schemas, 'requestFields')}
/** Why a field may only be \`null\`, by operation and name. */
export const requestForbidden: Readonly<Record<string, Readonly<Record<string, string>>>> = ${JSON.stringify(toForbidden(schemas), null, 2)};
`;
  return [{ path: 'request-fields.ts', text: toScript(text) }];
};

/** A field whose type is `null` is not supported; its description explains why. */
function toForbidden(schemas: JsonObject): JsonObject {
  const byOperation = mapMembers(schemas, (schema) => {
    const forbidden = toEntries(toObject(schema).properties).flatMap(([field, property]) => {
      const { type, description } = toObject(property);
      return type === 'null' ? [[field, `${field} is not supported. ${toText(description)}`] as const] : [];
    });
    return Object.fromEntries(forbidden);
  });
  return filterMembers(byOperation, (_, forbidden) => Object.keys(toObject(forbidden)).length > 0);
}

/** TypeScript of the fields of request bodies, by operation. */
export function toFieldTable(schemas: JsonObject, constant: string): string {
  const fields = mapMembers(schemas, (schema) => fieldShapes(toObject(schema)));
  return `import type { FieldShapes } from './catalogue.ts';

/** The declared fields of request bodies, by operation. */
export const ${constant} = ${JSON.stringify(fields, null, 2)} as const satisfies Readonly<Record<string, FieldShapes>>;
`;
}
