import type { Json, JsonObject } from '../../contract.ts';
import { isObject, toEntries } from '../../json.ts';

/** A CEL type: a name such as `int` or `list<string>`, or the members of an object. */
type CelType = string | CelFields;

/** The members of an object by name. */
export interface CelFields {
  readonly [name: string]: CelType;
}

/** The type of `self` derived from a request schema; without a single type it is `dyn`, forbidden fields are absent. */
export function toSelfFields(schema: JsonObject): CelFields {
  return Object.fromEntries(
    toEntries(schema.properties).flatMap(([name, property]) =>
      property === false || !/^[A-Za-z_]\w*$/.test(name) ? [] : [[name, toCelType(property)]],
    ),
  );
}

const SCALARS = new Map<unknown, string>([
  ['integer', 'int'],
  ['number', 'double'],
  ['boolean', 'bool'],
  ['string', 'string'],
]);

function toCelType(schema: Json): CelType {
  if (!isObject(schema)) return 'dyn';
  if (schema.type === 'array') return `list<${toItemType(schema.items)}>`;
  if (schema.type === 'object' && isObject(schema.properties)) return toSelfFields(schema);
  return SCALARS.get(schema.type) ?? 'dyn';
}

/** Lists of objects are lists of `dyn`: the checker has no anonymous object types below lists. */
function toItemType(items: Json | undefined): string {
  const type = items === undefined ? 'dyn' : toCelType(items);
  return typeof type === 'string' ? type : 'dyn';
}
