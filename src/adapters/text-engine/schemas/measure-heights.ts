import type { References } from './create-references.ts';
import { listSchemas } from './list-schemas.ts';
import {
  isKeywords,
  isSchema,
  type Keywords,
  membersOf,
  numbersOf,
  type Schema,
  schemasOf,
  stringsOf,
} from './schema-parts.ts';

/**
 * A lower bound of the depth of a schema's flattest value; infinite for a schema that only endless values would fit.
 */
export type HeightOf = (schema: Schema) => number;

/** Measures all schemas of a document: each depends on others, so all are measured until nothing changes. */
export function measureHeights(root: Schema, references: References): HeightOf {
  const all = collectSchemas(root).reverse(); // the inner ones first
  const heights = new Map<Keywords, number>(all.map((schema) => [schema, Number.POSITIVE_INFINITY]));
  const heightOf: HeightOf = (schema) => {
    return typeof schema === 'boolean' ? 0 : (heights.get(schema) ?? 0);
  };
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const schema of all) {
      const height = measure(schema, { heightOf, references });
      if (height === heights.get(schema)) continue;
      heights.set(schema, height);
      isChanged = true;
    }
  }
  return heightOf;
}

function collectSchemas(root: Schema): Keywords[] {
  const found = new Set<Keywords>();
  const waiting: unknown[] = [root];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (!isKeywords(schema) || found.has(schema)) continue;
    found.add(schema);
    for (const [keyword, value] of Object.entries(schema))
      for (const [, inner] of listSchemas(keyword, value)) waiting.push(inner);
  }
  return [...found];
}

interface Known {
  readonly heightOf: HeightOf;
  readonly references: References;
}

function measure(schema: Keywords, { heightOf, references }: Known): number {
  const heights = schemasOf([schema], 'allOf').map(heightOf);
  if (schema.$ref !== undefined) heights.push(heightOf(references.follow(schema) ?? true));
  for (const keyword of ['anyOf', 'oneOf']) {
    const ways = schemasOf([schema], keyword);
    if (ways.length > 0) heights.push(Math.min(...ways.map(heightOf)));
  }
  const types = stringsOf([schema], 'type');
  if (types.length > 0 && !('const' in schema) && !('enum' in schema))
    heights.push(Math.min(...types.map((type) => heightOfType(type, schema, heightOf))));
  return Math.max(0, ...heights);
}

function heightOfType(type: string, schema: Keywords, heightOf: HeightOf): number {
  if (type === 'object') {
    const properties = membersOf(schema, 'properties');
    const others = schema.patternProperties === undefined ? schema.additionalProperties : true;
    const inner = stringsOf([schema], 'required').map((name) =>
      Object.hasOwn(properties, name) ? properties[name] : others,
    );
    const isMap = Object.keys(properties).length === 0;
    if (isMap && numbersOf([schema], 'minProperties').some((least) => least > 0)) inner.push(others);
    return 1 + Math.max(0, ...inner.filter(isSchema).map(heightOf));
  }
  if (type !== 'array' || !numbersOf([schema], 'minItems').some((least) => least > 0)) return 0;
  const [first = schema.items] = schemasOf([schema], 'prefixItems');
  return 1 + (isSchema(first) ? heightOf(first) : 0);
}
