import type { Json, JsonObject } from '../../contract/contract.ts';
import { isObject, stringList, toEntries, toObject, toText } from '../../contract/json.ts';
import { schemaNameOf } from '../sdk-document.ts';

/** The longest struct that stays on its line. */
const WIDTH = 90;

/** The schemas of a document for Go, by name. */
export type GoSchemas = JsonObject;

/** A request as a composite literal, as gofmt formats it: `gatewright.Sx50Lite{Prompt: "A boat"}`. */
export function structLiteral(value: JsonObject, name: string, schemas: GoSchemas, depth: number): string {
  return `gatewright.${name}${members(value, toObject(schemas[name]), schemas, depth)}`;
}

function members(value: JsonObject, schema: JsonObject, schemas: GoSchemas, depth: number): string {
  const required = stringList(schema.required);
  const fields = toEntries(value).map(([name, item]): readonly [string, string] => {
    const property = toObject(toObject(schema.properties)[name]);
    return [
      toText(property['x-go-name']),
      member(item, property, schemas, { isOptional: !required.includes(name), depth: depth + 1 }),
    ];
  });
  const line = `{${fields.map(([name, text]) => `${name}: ${text}`).join(', ')}}`;
  if (line.length <= WIDTH && !line.includes('\n')) return line;
  const pad = '\t'.repeat(depth);
  return `{\n${aligned(fields)
    .map((field) => `${pad}\t${field},\n`)
    .join('')}${pad}}`;
}

/** Values of neighbours that fit on a line begin in the same column. */
function aligned(fields: readonly (readonly [name: string, text: string])[]): readonly string[] {
  return fields.map(([name, text], index) => {
    if (text.includes('\n')) return `${name}: ${text}`;
    const isLong = (field: (typeof fields)[number]) => field[1].includes('\n');
    const start = fields.findLastIndex((field, at) => at < index && isLong(field)) + 1;
    const end = fields.findIndex((field, at) => at > index && isLong(field));
    const block = fields.slice(start, end === -1 ? undefined : end);
    const width = Math.max(...block.map(([other]) => other.length));
    return `${name}: ${' '.repeat(width - name.length)}${text}`;
  });
}

interface Place {
  readonly isOptional: boolean;
  readonly depth: number;
}

function member(value: Json, property: JsonObject, schemas: GoSchemas, { isOptional, depth }: Place): string {
  const reference = schemaNameOf(property);
  const named = reference === '' ? property : toObject(schemas[reference]);
  const name = reference || toText(property['x-go-type-name']);
  const pointer = isOptional ? '&' : '';
  if (toText(named['x-go-type']).startsWith('TextOr'))
    return `${pointer}gatewright.${name}{${textOr(value, toText(named['x-go-type']), schemas, depth)}}`;
  if (isObject(value) && named.properties !== undefined)
    return `${pointer}gatewright.${name}${members(value, named, schemas, depth)}`;
  if (Array.isArray(value)) return list(value, toObject(named.items), schemas, depth);
  if (typeof value === 'string' || named.type === undefined || named.type === 'object')
    return anything(value);
  if (!isOptional) return JSON.stringify(value);
  const isFloat = named.type === 'number' && Number.isInteger(value);
  return `gatewright.Ptr(${JSON.stringify(value)}${isFloat ? '.0' : ''})`;
}

/** `TextOr[[]ChatContentPart]`: a text, or parts. */
function textOr(value: Json, type: string, schemas: GoSchemas, depth: number): string {
  if (typeof value === 'string') return `Text: ${JSON.stringify(value)}`;
  const item = /\w+(?=\]$)/.exec(type)?.[0] ?? '';
  const schema = item === 'string' ? { type: 'string' } : { $ref: `#/components/schemas/${item}` };
  return Array.isArray(value)
    ? `Value: &${list(value, schema, schemas, depth)}`
    : `Value: &${structLiteral(toObject(value), item, schemas, depth)}`;
}

function list(values: readonly Json[], items: JsonObject, schemas: GoSchemas, depth: number): string {
  const name = schemaNameOf(items) || toText(items['x-go-type-name']);
  const schema = toObject(schemas[schemaNameOf(items)] ?? items);
  const isStruct = schema.properties !== undefined;
  const type = isStruct ? `gatewright.${name}` : 'string';
  const texts = values.map((value) =>
    isObject(value) && isStruct ? members(value, schema, schemas, depth + 1) : anything(value),
  );
  const line = `[]${type}{${texts.join(', ')}}`;
  if (line.length <= WIDTH && !line.includes('\n')) return line;
  const pad = '\t'.repeat(depth);
  return `[]${type}{\n${texts.map((text) => `${pad}\t${text},\n`).join('')}${pad}}`;
}

/** A value without a type of its own. */
function anything(value: Json): string {
  if (Array.isArray(value)) return `[]any{${value.map(anything).join(', ')}}`;
  if (!isObject(value)) return value === null ? 'nil' : JSON.stringify(value);
  return `map[string]any{${toEntries(value)
    .map(([name, item]) => `${JSON.stringify(name)}: ${anything(item)}`)
    .join(', ')}}`;
}
