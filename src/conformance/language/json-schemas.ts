import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject, type JsonObject } from '../suite/json.ts';
import { fromCel } from './cel-values.ts';

/** Whether a value is a valid JSON Schema of draft 2020-12, references included. */
export function isSchema(schema: unknown): boolean {
  return compile(schema) !== undefined;
}

/** Whether a JSON Schema of draft 2020-12 permits a value. Throws when the schema is not valid. */
export function accepts(schema: unknown, value: unknown): boolean {
  const validate = compile(schema);
  if (!validate) throw new Error('accepts: the schema is not valid');
  return validate(fromCel(value)) === true;
}

type Validate = (value: unknown) => unknown;

/** By the text of the schema; undefined for an invalid one. Compiling takes many milliseconds, and cases reuse schemas. */
const compiled = new Map<string, Validate | undefined>();

function compile(schema: unknown): Validate | undefined {
  const plain = fromCel(schema);
  if (!isObject(plain)) return undefined;
  const text = JSON.stringify(plain, (_, member) => (typeof member === 'bigint' ? `${member}n` : member));
  if (!compiled.has(text)) compiled.set(text, tryToCompile(plain));
  return compiled.get(text);
}

const OPTIONS = { strict: false, validateFormats: false } as const;

/** Validates schemas. It compiles none, as two of them can have the same `$id`. */
const metaschema = new Ajv2020(OPTIONS);

function tryToCompile(schema: JsonObject): Validate | undefined {
  try {
    if (metaschema.validateSchema(schema) !== true) return undefined;
    return new Ajv2020({ ...OPTIONS, validateSchema: false }).compile(schema);
  } catch {
    return undefined;
  }
}
