import type { Emitter, JsonObject } from '../contract/contract.ts';
import { expectObject, isObject, mapObjects, resolve } from '../contract/json.ts';
import { toScript } from './banner.ts';
import { GENERIC_REQUESTS } from './component-schema.ts';
import { fieldShapes } from './field-shapes.ts';

/** Requests that no model file describes. */
const COMPONENTS = ['ResponseCreateRequest', ...Object.values(GENERIC_REQUESTS)];

/** Emits which fields a request has that no model file describes. */
export const emitComponentFields: Emitter = async ({ document }) => [
  { path: 'component-fields.ts', text: toScript(toFieldTable(document, COMPONENTS, 'componentFields')) },
];

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
