import { policies } from '../../../../generated/policies.ts';
import { quote } from '../../../contract/quote.ts';
import { nameOf, valueAt } from '../../../contract/violations/pointer.ts';
import { LIST_KEYWORDS, listSchemas, NAMED_KEYWORDS } from './list-schemas.ts';
import { isKeywords, isPattern } from './schema-parts.ts';

/** Finds an error in the value of a keyword; undefined when there is none. */
type Check = (value: unknown, root: unknown) => string | undefined;

const TYPES: readonly unknown[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const LIMITS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];
const COUNTS = ['Length', 'Items', 'Properties', 'Contains'].flatMap((what) => [`min${what}`, `max${what}`]);

const CHECKS: Readonly<Record<string, Check>> = {
  type: checkType,
  pattern: checkPattern,
  $ref: checkReference,
  enum: (value) => (Array.isArray(value) && value.length > 0 ? undefined : 'must be an array with an entry'),
  required: checkNames,
  multipleOf: (value) =>
    typeof value === 'number' && value > 0 ? undefined : `must be a number above 0; got ${quote(value)}`,
  uniqueItems: (value) =>
    typeof value === 'boolean' ? undefined : `must be true or false; got ${quote(value)}`,
  format: (value) => (typeof value === 'string' ? undefined : `must be a string; got ${quote(value)}`),
  ...Object.fromEntries(LIMITS.map((name) => [name, checkNumber])),
  ...Object.fromEntries(COUNTS.map((name) => [name, checkCount])),
  ...Object.fromEntries(LIST_KEYWORDS.map((name) => [name, checkList])),
  ...Object.fromEntries(NAMED_KEYWORDS.map((name) => [name, checkNamed])),
  patternProperties: (value) => {
    const wrong = Object.keys(Object(value)).find(checkPattern);
    return (
      checkNamed(value) ??
      (wrong === undefined ? undefined : `must have regular expressions as names; got ${quote(wrong)}`)
    );
  },
  dependentRequired: (value) => {
    const wrong = Object.values(Object(value)).find(checkNames);
    return (
      checkNamed(value) ??
      (wrong === undefined ? undefined : `must have arrays of strings; got ${quote(wrong)}`)
    );
  },
};

const { max_schema_mistakes: MOST_TOLD } = policies.text;

/** The errors of a JSON Schema, each with its place; undefined for a valid one. */
export function explainSchema(schema: unknown): string | undefined {
  const found = [...findMistakes(schema, { at: '', root: schema })];
  if (found.length === 0) return undefined;
  const more = found.length > MOST_TOLD ? ` (and ${found.length - MOST_TOLD} more)` : '';
  return `${found.slice(0, MOST_TOLD).join('; ')}${more}`;
}

/** The place of a schema, and its document. */
interface Place {
  readonly at: string;
  readonly root: unknown;
}

function* findMistakes(schema: unknown, { at, root }: Place): Generator<string> {
  if (typeof schema === 'boolean') return;
  if (!isKeywords(schema)) return yield `${at ? nameOf(at) : 'it'} must be a schema; got ${quote(schema)}`;
  for (const [keyword, value] of Object.entries(schema)) {
    const place = `${at}/${keyword}`;
    const mistake = Object.hasOwn(CHECKS, keyword) ? CHECKS[keyword]?.(value, root) : undefined;
    if (mistake) yield `${nameOf(place)} ${mistake}`;
    else
      for (const [pointer, inner] of listSchemas(keyword, value))
        yield* findMistakes(inner, { at: place + pointer, root });
  }
}

function checkNames(value: unknown): string | undefined {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
    ? undefined
    : `must be an array of strings; got ${quote(value)}`;
}

function checkCount(value: unknown): string | undefined {
  return Number.isInteger(value) && Number(value) >= 0
    ? undefined
    : `must be a whole number of 0 or more; got ${quote(value)}`;
}

function checkType(value: unknown): string | undefined {
  if (Array.isArray(value) && value.length === 0) return 'must be an array with an entry';
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
  return isKeywords(value) ? undefined : `must be an object; got ${quote(value)}`;
}

function checkPattern(value: unknown): string | undefined {
  if (typeof value !== 'string') return `must be a string; got ${quote(value)}`;
  return isPattern(value) ? undefined : `must be a regular expression; got ${quote(value)}`;
}

function checkReference(value: unknown, root: unknown): string | undefined {
  if (typeof value !== 'string') return `must be a string; got ${quote(value)}`;
  const [document = '', fragment = ''] = value.split('#');
  if (document !== '')
    return isMarked(root, { keywords: ['$id'], value: document })
      ? undefined
      : `must refer to a part of the schema, such as "#/$defs/boat": other documents are not fetched; got ${quote(value)}`;
  const isThere =
    fragment === '' ||
    fragment.includes('%') ||
    (fragment.startsWith('/')
      ? valueAt(root, fragment) !== undefined
      : isMarked(root, { keywords: ['$anchor', '$dynamicAnchor'], value: fragment }));
  return isThere ? undefined : `refers to a part that the schema does not have; got ${quote(value)}`;
}

/** Whether anything in a document has a keyword with a value. */
function isMarked(
  root: unknown,
  { keywords, value }: { readonly keywords: readonly string[]; readonly value: string },
): boolean {
  if (!isKeywords(root) && !Array.isArray(root)) return false;
  return Object.entries(root).some(
    ([keyword, inner]) =>
      (keywords.includes(keyword) && inner === value) || isMarked(inner, { keywords, value }),
  );
}
