import type { Json, JsonObject } from '../../contract/contract.ts';
import { isObject, toEntries } from '../../contract/json.ts';
import { type Context, type Field, listFields } from './types-module.ts';

/** The longest chain that stays on its line, as for rustfmt. */
const WIDTH = 60;

/** Where a value is written. */
export interface ConstructionPlace extends Context {
  /** The names of the types that were used. */
  readonly types: Set<string>;
  /** Where the line begins. */
  readonly column: number;
}

/** A value of a struct: its constructor with what is required, and a chain of setters. */
export function writeConstruction(value: JsonObject, name: string, place: ConstructionPlace): string {
  place.types.add(name);
  const fields = listFields(name, place);
  const inner = { ...place, column: place.column + 4 };
  const write = ({ member, type }: Field) => literal(value[member] ?? null, type, inner);
  const needed = fields.filter(({ isRequired, constant }) => isRequired && constant === undefined);
  const others = toEntries(value).flatMap(([member, item]) => {
    const field = fields.find((one) => one.member === member);
    return !field || needed.includes(field) || field.constant === item ? [] : [field];
  });
  const created = `${name}::new${inParentheses(needed.map(write), place.column)}`;
  const calls = others.map((field) => `.${field.name}(${write(field)})`);
  const line = [created, ...calls].join('');
  if (line.length <= WIDTH || calls.length === 0) return line;
  return [created, ...calls].join(`\n${' '.repeat(inner.column - 4)}`);
}

function inParentheses(values: readonly string[], column: number): string {
  const line = values.join(', ');
  if (line.length <= WIDTH && !line.includes('\n')) return `(${line})`;
  const pad = ' '.repeat(column);
  return `(\n${values.map((value) => `${pad}${value},\n`).join('')}${' '.repeat(column - 4)})`;
}

function literal(value: Json, type: string, place: ConstructionPlace): string {
  const either = /^TextOr<(.*)>$/.exec(type)?.[1];
  if (either !== undefined) return typeof value === 'string' ? text(value) : owned(value, either, place);
  const item = /^Vec<(.*)>$/.exec(type)?.[1];
  if (Array.isArray(value) && item !== undefined)
    return `[${value.map((one) => literal(one, item, place)).join(', ')}]`;
  if (type === 'Value' || type.startsWith('Map<'))
    return typeof value === 'object' ? `serde_json::json!(${JSON.stringify(value)})` : text(value);
  if (isObject(value)) return writeConstruction(value, type, place);
  return type === 'f64' && Number.isInteger(value) ? `${JSON.stringify(value)}.0` : text(value);
}

/** A list in place of a text, which is not converted item by item. */
function owned(value: Json, type: string, place: ConstructionPlace): string {
  const item = /^Vec<(.*)>$/.exec(type)?.[1] ?? type;
  const values = (Array.isArray(value) ? value : [value]).map((one) =>
    typeof one === 'string' ? `${text(one)}.to_owned()` : literal(one, item, place),
  );
  return `vec![${values.join(', ')}]`;
}

/** A text has the escapes of Rust. */
function text(value: Json): string {
  return JSON.stringify(value).replaceAll(/\\u([0-9a-f]{4})/g, '\\u{$1}');
}
