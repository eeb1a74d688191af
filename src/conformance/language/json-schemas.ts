import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject } from '../suite/json.ts';
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

function compile(schema: unknown): ((value: unknown) => unknown) | undefined {
  const plain = fromCel(schema);
  if (!isObject(plain)) return undefined;
  try {
    return new Ajv2020({ strict: false, validateFormats: false }).compile(plain);
  } catch {
    return undefined;
  }
}
