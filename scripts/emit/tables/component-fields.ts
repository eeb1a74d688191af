import type { Emitter, JsonObject } from '../../contract/contract.ts';
import { fieldShapes, propertiesOf } from '../../contract/field-shapes.ts';
import { expectObject, isObject, mapObjects, resolve, toObject, toText } from '../../contract/json.ts';
import { toScript } from '../banner.ts';
import { GENERIC_REQUESTS } from './component-schema.ts';

/** Requests that no model file describes. */
const COMPONENTS = ['ResponseCreateRequest', ...Object.values(GENERIC_REQUESTS)];

/** Emits which fields a request has that no model file describes. */
export const emitComponentFields: Emitter = async ({ document }) => {
  const text = `${toFieldTable(document, COMPONENTS, 'componentFields')}
/** Why a field may only be \`null\`, by component and name. */
export const componentForbidden: Readonly<Record<string, Readonly<Record<string, string>>>> = ${JSON.stringify(toForbidden(document), null, 2)};
`;
  return [{ path: 'component-fields.ts', text: toScript(text) }];
};

/** A field whose type is `null` is not supported; its description explains why. */
function toForbidden(document: JsonObject): JsonObject {
  const schemas = toObject(toObject(document.components).schemas);
  const entries = COMPONENTS.map((name) => {
    const forbidden = propertiesOf(toObject(schemas[name])).flatMap(([field, property]) => {
      const { type, description } = toObject(property);
      return type === 'null' ? [[field, `${field} is not supported. ${toText(description)}`] as const] : [];
    });
    return [name, Object.fromEntries(forbidden)] as const;
  });
  return Object.fromEntries(entries.filter(([, forbidden]) => Object.keys(forbidden).length > 0));
}

/** TypeScript of the fields of some components, by component. */
export function toFieldTable(document: JsonObject, names: readonly string[], constant: string): string {
  const components = expectObject(document.components, 'components');
  const schemas = expectObject(components.schemas, 'components.schemas');
  const fields = names.map((name) => {
    const schema = mapObjects(expectObject(schemas[name], name), (inner) =>
      isObject(inner) && typeof inner.$ref === 'string'
        ? expectObject(resolve(document, inner), inner.$ref)
        : inner,
    );
    return [name, fieldShapes(expectObject(schema, name))];
  });
  return `import type { FieldShapes } from './catalogue.ts';

/** The declared fields of request bodies, by component. */
export const ${constant} = ${JSON.stringify(Object.fromEntries(fields), null, 2)} as const satisfies Readonly<Record<string, FieldShapes>>;
`;
}
