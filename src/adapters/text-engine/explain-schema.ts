import { quote } from '../../contract/quote.ts';
import { memberPointer, nameOf, valueAt } from '../../contract/violations/pointer.ts';

/** Finds a mistake in the value of a keyword; undefined when there is none. */
type Check = (value: unknown, root: unknown) => string | undefined;

const TYPES: readonly unknown[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const SCHEMA = ['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'];
const SCHEMAS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const NAMED = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];
const LEAST_AND_MOST = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

const CHECKS: Readonly<Record<string, Check>> = {
  type: checkType,
  pattern: checkPattern,
  $ref: checkReference,
  enum: (value) => (Array.isArray(value) && value.length > 0 ? undefined : 'must be an array with an entry'),
  required: (value) =>
    Array.isArray(value) && value.every((name) => typeof name === 'string')
      ? undefined
      : `must be an array of strings; got ${quote(value)}`,
  ...Object.fromEntries([...LEAST_AND_MOST.flat(), 'multipleOf'].map((name) => [name, checkNumber])),
  ...Object.fromEntries(SCHEMAS.map((name) => [name, checkList])),
  ...Object.fromEntries(NAMED.map((name) => [name, checkNamed])),
};

/** Why a JSON Schema has no values. */
export interface SchemaFault {
  /** Whether it is no valid schema at all. */
  readonly isMalformed: boolean;
  readonly reason: string;
}

/** Mistakes that are told; the rest is counted. */
const MOST_TOLD = 5;

/** What is wrong with a JSON Schema that no value was found for, each mistake with its place; undefined when none is found. */
export function explainSchema(schema: unknown): SchemaFault | undefined {
  const found = [...findFaults(schema, { at: '', root: schema })];
  const isMalformed = found.some((fault) => fault.isMalformed);
  const told = found.filter((fault) => fault.isMalformed === isMalformed).map(({ reason }) => reason);
  if (told.length === 0) return undefined;
  const more = told.length > MOST_TOLD ? ` (and ${told.length - MOST_TOLD} more)` : '';
  return { isMalformed, reason: `${told.slice(0, MOST_TOLD).join('; ')}${more}` };
}

/** Where a schema stands, and in which one. */
interface Place {
  readonly at: string;
  readonly root: unknown;
}

function* findFaults(schema: unknown, { at, root }: Place): Generator<SchemaFault> {
  if (typeof schema === 'boolean') return;
  if (!isObject(schema))
    return yield malformed(`${at ? nameOf(at) : 'it'} must be a schema; got ${quote(schema)}`);
  for (const [keyword, value] of Object.entries(schema)) {
    const place = `${at}/${keyword}`;
    const mistake = Object.hasOwn(CHECKS, keyword) ? CHECKS[keyword]?.(value, root) : undefined;
    if (mistake) yield malformed(`${nameOf(place)} ${mistake}`);
    else
      for (const [pointer, inner] of listSchemas(keyword, value))
        yield* findFaults(inner, { at: place + pointer, root });
  }
  const bounds = explainBounds(schema, at);
  if (bounds) yield { isMalformed: false, reason: bounds };
}

function malformed(reason: string): SchemaFault {
  return { isMalformed: true, reason };
}

/** The schemas in the value of a keyword, with their pointers from there. */
function listSchemas(keyword: string, value: unknown): readonly (readonly [string, unknown])[] {
  if (SCHEMA.includes(keyword)) return [['', value]];
  if (!SCHEMAS.includes(keyword) && !NAMED.includes(keyword)) return [];
  return Object.entries(Object(value) as object).map(([name, inner]) => [memberPointer('', name), inner]);
}

function explainBounds(schema: object, at: string): string | undefined {
  for (const [least, most] of LEAST_AND_MOST) {
    const [low, high]: readonly unknown[] = [Reflect.get(schema, least), Reflect.get(schema, most)];
    if (typeof low === 'number' && typeof high === 'number' && low > high)
      return `${nameOf(`${at}/${least}`)} is ${low}, above ${most}, which is ${high}`;
  }
  return undefined;
}

function checkType(value: unknown): string | undefined {
  const wrong = [value].flat().find((type) => !TYPES.includes(type));
  return wrong === undefined
    ? undefined
    : `must be one of ${TYPES.map(quote).join(', ')}; got ${quote(wrong)}`;
}

function checkNumber(value: unknown): string | undefined {
  return typeof value === 'number' ? undefined : `must be a number; got ${quote(value)}`;
}

function checkList(value: unknown): string | undefined {
  return Array.isArray(value) && value.length > 0 ? undefined : 'must be an array with a schema';
}

function checkNamed(value: unknown): string | undefined {
  return isObject(value) ? undefined : `must be an object; got ${quote(value)}`;
}

function checkPattern(value: unknown): string | undefined {
  if (typeof value !== 'string') return `must be a string; got ${quote(value)}`;
  try {
    new RegExp(value, 'u');
    return undefined;
  } catch {
    return `must be a regular expression; got ${quote(value)}`;
  }
}

function checkReference(value: unknown, root: unknown): string | undefined {
  if (typeof value !== 'string') return `must be a string; got ${quote(value)}`;
  if (!value.startsWith('#'))
    return `must refer to a part of the schema, such as "#/$defs/boat": other documents are not fetched; got ${quote(value)}`;
  const isThere =
    !value.startsWith('#/') || value.includes('%') || valueAt(root, value.slice(1)) !== undefined;
  return isThere ? undefined : `refers to a part that the schema does not have; got ${quote(value)}`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
