import { isSchema, type Keywords, membersOf, type Schema } from './schema-parts.ts';

const ALL_TYPES = ['object', 'array', 'string', 'number', 'boolean', 'null'];

/** Ways to violate a schema; not all of them if `isComplete` is false. */
export interface Negation {
  readonly ways: readonly Schema[];
  readonly isComplete: boolean;
}

/** Ways to violate a schema: one for each keyword that can be violated. */
export function negateSchema(schema: Schema): Negation {
  if (typeof schema === 'boolean') return { ways: schema ? [] : [true], isComplete: true };
  const found = Object.entries(schema).map(([keyword, value]) => negateKeyword(keyword, value, schema));
  return { ways: found.flatMap(({ ways }) => ways), isComplete: found.every(({ isComplete }) => isComplete) };
}

const NO_ASSERTIONS = ['title', 'description', 'default', 'examples', '$comment', '$defs', 'definitions'];

function negateKeyword(keyword: string, value: unknown, schema: Keywords): Negation {
  if (NO_ASSERTIONS.includes(keyword)) return { ways: [], isComplete: true };
  const ways = waysOf(keyword, value, schema);
  return { ways: ways ?? [], isComplete: ways !== undefined };
}

function waysOf(keyword: string, value: unknown, schema: Keywords): readonly Schema[] | undefined {
  switch (keyword) {
    case 'type':
      return [{ type: ALL_TYPES.filter((type) => ![value].flat().includes(type)) }];
    case 'const':
    case 'enum':
      return [{ not: { [keyword]: value } }];
    case 'required':
      return namesOf(value).map((name) => ({ type: 'object', properties: { [name]: false } }));
    case 'properties':
      return Object.entries(membersOf(schema, keyword)).flatMap(([name, inner]) =>
        isSchema(inner) ? [{ type: 'object', required: [name], properties: { [name]: { not: inner } } }] : [],
      );
    case 'minimum':
      return [{ type: 'number', exclusiveMaximum: value }];
    case 'maximum':
      return [{ type: 'number', exclusiveMinimum: value }];
    case 'exclusiveMinimum':
      return [{ type: 'number', maximum: value }];
    case 'exclusiveMaximum':
      return [{ type: 'number', minimum: value }];
    case 'minLength':
      return [{ type: 'string', maxLength: Number(value) - 1 }];
    case 'maxLength':
      return [{ type: 'string', minLength: Number(value) + 1 }];
    case 'minItems':
      return [{ type: 'array', maxItems: Number(value) - 1 }];
    case 'maxItems':
      return [{ type: 'array', minItems: Number(value) + 1 }];
    case 'not':
      return isSchema(value) ? [value] : undefined;
    case 'allOf':
      return Array.isArray(value) ? value.map((inner: unknown) => ({ not: inner })) : undefined;
    case 'anyOf':
      return Array.isArray(value) ? [{ allOf: value.map((inner: unknown) => ({ not: inner })) }] : undefined;
    default:
      return undefined;
  }
}

function namesOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
}

/** Whether a schema only lists values: any other value violates it. */
export function isList(schema: Schema): boolean {
  const names = Object.keys(schema);
  return names.length > 0 && names.every((keyword) => keyword === 'enum' || keyword === 'const');
}
