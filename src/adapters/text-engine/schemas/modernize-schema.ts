import { listSchemas } from './list-schemas.ts';
import { isKeywords, type Keywords } from './schema-parts.ts';

const OLDER = /draft-0[4-7]|2019-09/;

/** Writes the tuples of older drafts (`items` as a list) as they are now, if the document says that it is one; it is changed. */
export function modernizeSchema(root: Keywords): void {
  if (!OLDER.test(String(root.$schema))) return;
  const waiting: unknown[] = [root];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (!isKeywords(schema)) continue;
    const { items, additionalItems } = schema;
    if (Array.isArray(items)) {
      Reflect.set(schema, 'prefixItems', items);
      Reflect.deleteProperty(schema, 'items');
      if (additionalItems !== undefined) Reflect.set(schema, 'items', additionalItems);
    }
    Reflect.deleteProperty(schema, 'additionalItems');
    for (const [keyword, value] of Object.entries(schema))
      for (const [, inner] of listSchemas(keyword, value)) waiting.push(inner);
  }
}
