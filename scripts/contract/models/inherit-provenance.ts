import type { Json, JsonObject } from '../contract.ts';
import { isObject, mapMembers, omit, toObject } from '../json.ts';
import type { Dialect } from './dialect.ts';

/**
 * Expands provenance in a schema file: each statement gets its own, else that of the nearest enclosing object. A
 * statement without either is left for the lint to report.
 */
export function inheritProvenance(source: JsonObject, dialect: Dialect): JsonObject {
  const inherited = source['x-provenance'];
  const filled = toObject(fillSchema(source, { inherited, isStatement: false, isBranch: false }));
  return mapMembers(filled, (value, name) => {
    if (name === 'x-model') return isObject(value) ? fillIdentity(value, inherited) : value;
    if (!name.startsWith('x-') || UNSAID.has(name)) return value;
    return fillVocabulary({ value, schema: dialect.memberSchema(dialect.root, name), inherited }, dialect);
  });
}

/** Keywords that declare nothing, and the provenance itself. */
const UNSAID: ReadonlySet<string> = new Set(['x-examples', 'x-family', 'x-provenance']);

interface Member {
  readonly value: Json;
  /** Its schema in the dialect. */
  readonly schema: Json | undefined;
  readonly inherited: Json | undefined;
}

function fillVocabulary({ value, schema, inherited }: Member, dialect: Dialect): Json {
  if (Array.isArray(value)) {
    const items = dialect.itemSchema(schema);
    return value.map((item: Json) => fillVocabulary({ value: item, schema: items, inherited }, dialect));
  }
  if (!isObject(value)) return value;
  const own = value.provenance ?? inherited;
  const filled = mapMembers(value, (member, name) => {
    if (name === 'provenance') return member;
    return fillVocabulary(
      { value: member, schema: dialect.memberSchema(schema, name), inherited: own },
      dialect,
    );
  });
  const isStatement = dialect.memberNames(schema).includes('provenance');
  return isStatement && own !== undefined ? { ...filled, provenance: own } : filled;
}

/** The provenance of `x-model` is a table by member. */
function fillIdentity(identity: JsonObject, inherited: Json | undefined): JsonObject {
  const own = toObject(identity.provenance);
  const members = Object.keys(omit(identity, ['provenance']));
  const all = members.map((name) => [name, own[name] ?? inherited] as const);
  const said = all.filter(([, provenance]) => provenance !== undefined);
  return { ...identity, provenance: { ...own, ...Object.fromEntries(said) } };
}

interface Place {
  readonly inherited: Json | undefined;
  /** A property or an entry, which has a provenance; a branch leaves that to the enclosing property. */
  readonly isStatement: boolean;
  readonly isBranch: boolean;
}

function fillSchema(schema: Json, { inherited, isStatement, isBranch }: Place): Json {
  if (!isObject(schema) || typeof schema.$ref === 'string') return schema;
  const own = schema['x-provenance'] ?? inherited;
  const filled = mapMembers(schema, (value, keyword) => fillKeyword({ keyword, value, isBranch }, own));
  return isStatement && own !== undefined ? { ...filled, 'x-provenance': own } : filled;
}

interface Keyword {
  readonly keyword: string;
  readonly value: Json;
  readonly isBranch: boolean;
}

function fillKeyword({ keyword, value, isBranch }: Keyword, inherited: Json | undefined): Json {
  const isStatement = !isBranch;
  switch (keyword) {
    case 'properties': {
      const place = { inherited, isStatement: true, isBranch: false };
      return isObject(value) ? mapMembers(value, (member) => fillSchema(member, place)) : value;
    }
    case 'items':
      return fillSchema(value, { inherited, isStatement: isStatement && !isEmpty(value), isBranch });
    case 'prefixItems':
      return mapItems(value, { inherited, isStatement, isBranch });
    case 'oneOf':
    case 'anyOf':
    case 'allOf':
      return mapItems(value, { inherited, isStatement: false, isBranch: true });
    default:
      return value;
  }
}

function isEmpty(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

function mapItems(value: Json, place: Place): Json {
  return Array.isArray(value) ? value.map((item: Json) => fillSchema(item, place)) : value;
}
