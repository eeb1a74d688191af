import { listSchemas } from './list-schemas.ts';
import { isKeywords, isPattern, type Keywords } from './schema-parts.ts';

const OLDER = /draft-0[4-7]|2019-09/;

/**
 * Rewrites unnecessary escapes in patterns, and the tuples of an older draft that the document declares, in their
 * current form, in place.
 */
export function modernizeSchema(root: Keywords): void {
  const isOlder = OLDER.test(String(root.$schema));
  const waiting: unknown[] = [root];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (!isKeywords(schema)) continue;
    if (isOlder) modernizeTuple(schema);
    const { pattern } = schema;
    if (typeof pattern === 'string' && !isPattern(pattern))
      Reflect.set(schema, 'pattern', dropEscapes(pattern));
    for (const [keyword, value] of Object.entries(schema))
      for (const [, inner] of listSchemas(keyword, value)) waiting.push(inner);
  }
}

/** `items` as a list, and `additionalItems`. */
function modernizeTuple(schema: Keywords): void {
  const { items, additionalItems } = schema;
  if (Array.isArray(items)) {
    Reflect.set(schema, 'prefixItems', items);
    Reflect.deleteProperty(schema, 'items');
    if (additionalItems !== undefined) Reflect.set(schema, 'items', additionalItems);
  }
  Reflect.deleteProperty(schema, 'additionalItems');
}

const CLASS_OR_ESCAPE = /\[(?:\\.|[^\]\\])*\]|\\./gsu;
const NEEDLESS_ESCAPE = /\\([ !"#%&',:;<=>@_`~])/g;

/** A pattern without escapes such as `\@`, which other languages allow; unchanged if that does not make it valid. */
function dropEscapes(pattern: string): string {
  const plain = pattern.replace(CLASS_OR_ESCAPE, (part) =>
    part === '\\-' ? '-' : part.replace(NEEDLESS_ESCAPE, '$1'),
  );
  return isPattern(plain) ? plain : pattern;
}
