import { fitsSchema } from './check-json.ts';
import { explainSchema } from './explain-schema.ts';
import { generateJson } from './generate-json.ts';

/** Input of the thread besides the schema text. */
export interface JsonTask {
  readonly seed: number;
  /** How often it is tried. */
  readonly attempts: number;
  /** Longest text of a value, in bytes of UTF-8. */
  readonly maxBytes: number;
}

/** The text of a value that fits, or why there is none; a schema that cannot be met is no fault. */
export type JsonDrawn =
  | { readonly kind: 'drawn'; readonly text: string }
  | { readonly kind: 'unfit'; readonly reason: string; readonly isMalformed?: boolean };

/** Generates a value for a JSON Schema, in a thread: the cost of a schema is not known in advance. */
export function work(bytes: Uint8Array, { seed, attempts, maxBytes }: JsonTask): JsonDrawn {
  const schema = JSON.parse(new TextDecoder().decode(bytes)) as object; // the text of an object
  // A mistake in an optional member would show only where a value has it.
  const fault = explainSchema(schema);
  if (fault?.isMalformed) return { kind: 'unfit', ...fault };
  let reason: string | undefined;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      const value = generateJson(schema, { seed, attempt });
      if (!fitsSchema(value, schema)) continue;
      const text = JSON.stringify(value);
      if (new TextEncoder().encode(text).length <= maxBytes) return { kind: 'drawn', text };
      reason = `its values have more than ${maxBytes} bytes`;
    } catch {
      // the generator and the validator throw for schemas that they cannot read, in words about themselves
    }
  }
  if (reason !== undefined) return { kind: 'unfit', reason };
  return { kind: 'unfit', ...(fault ?? { reason: 'no value was found that fits it' }) };
}
