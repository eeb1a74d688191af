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

/** A lower bound of the depth of a schema's flattest value; infinite for a schema that only endless values would fit. */
export type HeightOf = (schema: Schema) => number;

/** So many parts of a value, of which a bound is known. */
interface Parts {
  readonly count: number;
  readonly least: number;
}

/** The bound of an object or array by those of its parts. */
type Join = (inner: readonly Parts[]) => number;

const joinHeights: Join = (inner) => 1 + Math.max(0, ...inner.map(({ least }) => least));

/** Huge sizes all count the same, and less than endless ones. */
const joinSizes: Join = (inner) => {
  const sum = inner.reduce((all, { count, least }) => all + count * least, 1);
  return inner.some(({ least }) => least === Number.POSITIVE_INFINITY)
    ? sum
    : Math.min(sum, Number.MAX_SAFE_INTEGER);
};

/** The depths of all schemas of a document. */
export function measureHeights(root: Schema, references: References): HeightOf {
  return measureAll(root, { references, join: joinHeights });
}

/** A lower bound of how many objects and arrays the smallest value of a document has; infinite for endless ones. */
export function measureSize(root: Schema, references: References): number {
  return measureAll(root, { references, join: joinSizes })(root);
}

/** Measures all schemas of a document: each depends on others, and is measured again when one of these has changed. */
function measureAll(root: Schema, options: Omit<Known, 'leastOf'>): HeightOf {
  const all = collectSchemas(root).reverse(); // the inner ones first
  const found = new Map<Keywords, number>(all.map((schema) => [schema, Number.POSITIVE_INFINITY]));
  const leastOf: HeightOf = (schema) => {
    return typeof schema === 'boolean' ? 0 : (found.get(schema) ?? 0);
  };
  const users = listUsers(all, options.references);
  const waiting = new Set(all);
  for (const schema of waiting) {
    waiting.delete(schema);
    const least = measure(schema, { ...options, leastOf });
    if (least === found.get(schema)) continue;
    found.set(schema, least);
    for (const user of users.get(schema) ?? []) waiting.add(user);
  }
  return leastOf;
}

/** The schemas that depend on each schema. */
function listUsers(
  all: readonly Keywords[],
  references: References,
): ReadonlyMap<unknown, readonly Keywords[]> {
  const users = new Map<unknown, Keywords[]>();
  for (const schema of all) {
    const inner = Object.entries(schema).flatMap(([keyword, value]) => listSchemas(keyword, value));
    const used = inner.map(([, one]): unknown => one);
    if (schema.$ref !== undefined) used.push(references.follow(schema));
    for (const one of used) {
      const known = users.get(one);
      if (known) known.push(schema);
      else users.set(one, [schema]);
    }
  }
  return users;
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
  readonly leastOf: HeightOf;
  readonly references: References;
  readonly join: Join;
}

function measure(schema: Keywords, known: Known): number {
  const { leastOf, references } = known;
  const bounds = schemasOf([schema], 'allOf').map(leastOf);
  if (schema.$ref !== undefined) bounds.push(leastOf(references.follow(schema) ?? true));
  for (const keyword of ['anyOf', 'oneOf']) {
    const ways = schemasOf([schema], keyword);
    if (ways.length > 0) bounds.push(Math.min(...ways.map(leastOf)));
  }
  const types = stringsOf([schema], 'type');
  if (types.length > 0 && !('const' in schema) && !('enum' in schema))
    bounds.push(Math.min(...types.map((type) => measureType(type, schema, known))));
  return Math.max(0, ...bounds);
}

function measureType(type: string, schema: Keywords, { leastOf, join }: Known): number {
  if (type !== 'object' && type !== 'array') return 0;
  const parts = type === 'object' ? listMembers(schema) : listEntries(schema);
  if (type === 'array' && parts.length === 0) return 0;
  return join(parts.map(([count, inner]) => ({ count, least: isSchema(inner) ? leastOf(inner) : 0 })));
}

/** How many values of which schemas a container needs at least. */
type Needed = readonly (readonly [count: number, schema: unknown])[];

function listMembers(schema: Keywords): Needed {
  const properties = membersOf(schema, 'properties');
  const others = schema.patternProperties === undefined ? schema.additionalProperties : true;
  const required = new Set(stringsOf([schema], 'required'));
  const inner = [...required].map(
    (name) => [1, Object.hasOwn(properties, name) ? properties[name] : others] as const,
  );
  const isMap = Object.keys(properties).length === 0;
  const more = isMap ? Math.max(0, ...numbersOf([schema], 'minProperties')) - required.size : 0;
  return more > 0 ? [...inner, [more, others]] : inner;
}

function listEntries(schema: Keywords): Needed {
  const least = Math.max(0, ...numbersOf([schema], 'minItems'));
  const first = schemasOf([schema], 'prefixItems').slice(0, least);
  const inner = first.map((one) => [1, one] as const);
  return least > first.length ? [...inner, [least - first.length, schema.items]] : inner;
}
