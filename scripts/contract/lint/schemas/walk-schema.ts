import type { Json, JsonObject } from '../../contract.ts';
import { isObject } from '../../json.ts';
import { toStep } from '../problem.ts';

/** A subschema and how it is reached. */
export interface SchemaPlace {
  readonly schema: Json;
  readonly pointer: string;
  readonly via: 'root' | 'property' | 'items' | 'other';
  /** Name of the property. */
  readonly name?: string;
  /** Below `not`, `if` and the like: it tests values and declares nothing. */
  readonly isCondition: boolean;
  /** A branch of a composition, or its items: the enclosing property declares it. */
  readonly isBranch: boolean;
}

const MAPS = { properties: 'property', patternProperties: 'other' } as const;
const LISTS = { prefixItems: 'items', oneOf: 'other', anyOf: 'other', allOf: 'other' } as const;
const SINGLES = { items: 'items', additionalProperties: 'other' } as const;
const CONDITIONS = ['not', 'if', 'then', 'else', 'contains', 'propertyNames'] as const;
const CONDITION_MAPS = ['dependentSchemas'] as const;

/** The schema and all its subschemas, in document order; `$ref`s are not followed. */
export function listSchemas(schema: Json): readonly SchemaPlace[] {
  return visit({ schema, pointer: '', via: 'root', isCondition: false, isBranch: false });
}

function visit(place: SchemaPlace): readonly SchemaPlace[] {
  if (!isObject(place.schema)) return [place];
  return [place, ...childrenOf(place.schema, place).flatMap(visit)];
}

function childrenOf(schema: JsonObject, place: SchemaPlace): readonly SchemaPlace[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const pointer = `${place.pointer}/${keyword}`;
    const { isCondition } = place;
    if (value === undefined) return [];
    if (isKey(MAPS, keyword) && isObject(value)) {
      const via = MAPS[keyword];
      return members(value, pointer).map((member) => ({ ...member, via, isCondition, isBranch: false }));
    }
    if (isKey(LISTS, keyword) && Array.isArray(value)) {
      const isBranch = LISTS[keyword] === 'other' || place.isBranch;
      return value.map((item: Json, index) => ({
        schema: item,
        pointer: `${pointer}/${index}`,
        via: LISTS[keyword],
        isCondition,
        isBranch,
      }));
    }
    if (isKey(SINGLES, keyword)) {
      return [{ schema: value, pointer, via: SINGLES[keyword], isCondition, isBranch: place.isBranch }];
    }
    return conditionsOf(keyword, value, pointer);
  });
}

function conditionsOf(keyword: string, value: Json, pointer: string): readonly SchemaPlace[] {
  const condition = { via: 'other', isCondition: true, isBranch: true } as const;
  if (CONDITIONS.some((name) => name === keyword)) return [{ schema: value, pointer, ...condition }];
  if (!CONDITION_MAPS.some((name) => name === keyword) || !isObject(value)) return [];
  return members(value, pointer).map((member) => ({ ...member, ...condition }));
}

function members(map: JsonObject, pointer: string) {
  return Object.entries(map).flatMap(([name, schema]) =>
    schema === undefined ? [] : [{ schema, pointer: `${pointer}/${toStep(name)}`, name }],
  );
}

function isKey<T extends object>(table: T, key: string): key is Extract<keyof T, string> {
  return Object.hasOwn(table, key);
}
