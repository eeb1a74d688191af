import { generateSync, type JsonSchema } from 'json-schema-faker';
import { writePhrase } from './write-phrase.ts';

/** How a value is made. */
export interface GenerateOptions {
  readonly seed: number;
  /** Each is one way to choose what the schema leaves open; from 0 on, the later the less is made. */
  readonly attempt: number;
}

/** The ways, tried in this order: everything there is, only what is required, by chance. */
const WAYS = [
  { alwaysFakeOptionals: true },
  { optionalsProbability: 0 },
  { optionalsProbability: 0.5 },
] as const;

/** How deep a schema that refers to itself is followed. */
const DEEPEST = 4;

/** A value that should fit a JSON Schema; throws where none can be made. Same schema and options, same value. */
export function generateJson(schema: object, { seed, attempt }: GenerateOptions): unknown {
  let texts = 0;
  return generateSync(schema as JsonSchema, {
    ...(WAYS[attempt] ?? WAYS[2]),
    seed: seed + attempt,
    maxDepth: DEEPEST,
    refDepthMax: DEEPEST,
    outputTransform: (value, inner) => {
      texts += 1;
      return isProse(inner) ? writePhrase(seed + texts, lengthsOf(inner)) : value;
    },
  });
}

/** Whether a schema requires a string and constrains only its length. */
function isProse(schema: JsonSchema): schema is Exclude<JsonSchema, boolean> {
  if (typeof schema !== 'object' || schema.type !== 'string') return false;
  return !CONSTRAINTS.some((keyword) => keyword in schema);
}

const CONSTRAINTS = ['enum', 'const', 'pattern', 'format', 'not', 'allOf', 'anyOf', 'oneOf', 'if', '$ref'];

function lengthsOf({ minLength, maxLength }: Exclude<JsonSchema, boolean>) {
  return { least: minLength ?? 0, most: maxLength ?? Number.POSITIVE_INFINITY };
}
