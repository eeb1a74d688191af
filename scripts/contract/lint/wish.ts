import type { ErrorObject } from 'ajv/dist/2020.js';
import { closestName } from '../../../src/contract/names/closest-name.ts';
import type { Json, JsonObject } from '../contract.ts';
import { isObject, resolve, stringList, toObject } from '../json.ts';

/** What a value must be, as the rest of a sentence, and what it is. The error comes from ajv with `verbose`. */
export function toWish(
  { keyword, params, message, data, parentSchema }: ErrorObject,
  dialect: JsonObject = {},
): string {
  const example = exampleOf(parentSchema, dialect);
  const such = example === undefined ? '' : `, such as ${spaced(example)}`;
  switch (keyword) {
    case 'type':
      return typeWish(String(params.type), { data, such, schema: toObject(parentSchema), dialect });
    case 'enum': {
      const values: readonly Json[] = params.allowedValues;
      const closest = typeof data === 'string' ? closestName(data, stringList(values)) : undefined;
      const hint = closest === undefined ? '' : `; did you mean ${quote(closest)}?`;
      return `must be one of ${values.map((value) => spaced(value)).join(', ')}, not ${shown(data)}${hint}`;
    }
    case 'const':
      return `must be ${spaced(params.allowedValue)}, not ${shown(data)}`;
    case 'pattern':
      return `must look like ${example === undefined ? `the pattern ${params.pattern}` : spaced(example)}, not ${shown(data)}`;
    case 'minProperties':
    case 'maxProperties':
      return parentSchema?.maxProperties === undefined
        ? `must not be empty${such}`
        : `must have exactly one of ${memberNames(parentSchema).map(quote).join(' and ')}`;
    case 'minLength':
      return data === '' ? `must not be empty${such}` : `must have at least ${params.limit} characters`;
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'minItems':
      return `must have at least ${params.limit === 1 ? 'one entry' : `${params.limit} entries`}${such}`;
    case 'uniqueItems':
      return `must not have the same entry twice: entries ${params.j} and ${params.i} are equal`;
    case 'minimum':
    case 'maximum':
      return `must be ${keyword === 'minimum' ? 'at least' : 'at most'} ${params.limit}, not ${shown(data)}`;
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `must be ${keyword === 'exclusiveMinimum' ? 'above' : 'below'} ${params.limit}, not ${shown(data)}`;
    case 'multipleOf':
      return `must be a multiple of ${params.multipleOf}, not ${shown(data)}`;
    case 'maxItems':
      return `must have at most ${params.limit === 1 ? 'one entry' : `${params.limit} entries`}`;
    default:
      return message ?? 'does not fit';
  }
}

interface Mistyped {
  readonly data: unknown;
  /** An example of a valid value, as the rest of a sentence. */
  readonly such: string;
  readonly schema: JsonObject;
  readonly dialect: JsonObject;
}

function typeWish(type: string, { data, such, schema, dialect }: Mistyped): string {
  const names: Readonly<Record<string, string>> = {
    string: 'a string',
    integer: 'an integer',
    number: 'a number',
    boolean: 'true or false',
    array: 'an array',
    object: 'an object',
  };
  const wanted = type
    .split(',')
    .map((name) => names[name] ?? name)
    .join(' or ');
  const what = `must be ${wanted}, not ${shown(data)}`;
  const hasForm = typeof schema.pattern !== 'string' || new RegExp(schema.pattern, 'u').test(String(data));
  if (type === 'string' && (typeof data === 'number' || typeof data === 'boolean') && hasForm)
    return `${what}: write ${quote(String(data))}`;
  if (
    (type === 'integer' || type === 'number') &&
    typeof data === 'string' &&
    data.trim() !== '' &&
    Number.isFinite(Number(data))
  )
    return `${what}: write ${data} without quotes`;
  if (type === 'array' && typeof data === 'string' && isListOfTexts(schema, dialect))
    return `${what}: write ${spaced(data.split(/, */))}`;
  if (type === 'array' && isObject(data)) return `${what}: put it in square brackets${such}`;
  return `${what}${such}`;
}

function isListOfTexts({ items }: JsonObject, dialect: JsonObject): boolean {
  const entry = toObject(isObject(items) ? resolve(dialect, items) : items);
  return items === undefined || entry.type === 'string' || Array.isArray(entry.enum);
}

/** The names of the members that a schema declares. */
export function memberNames(schema: ErrorObject['parentSchema']): readonly string[] {
  return Object.keys(toObject(schema?.properties));
}

/** An example of a value of the schema, if it has one. */
export function exampleOf(schema: Json | undefined, dialect: JsonObject): Json | undefined {
  const target = isObject(schema) && typeof schema.$ref === 'string' ? resolve(dialect, schema) : schema;
  const own = isObject(schema) ? schema.examples : undefined;
  const examples = own ?? toObject(target).examples;
  return Array.isArray(examples) ? examples[0] : undefined;
}

/** A value as it is written in a model file, on one line. */
export function spaced(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => spaced(item)).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${quote(name)}: ${spaced(member ?? null)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** The actual value, truncated. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (isObject(value)) return 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** A text in double quotes, as JSON. */
export function quote(text: string): string {
  return JSON.stringify(text);
}
