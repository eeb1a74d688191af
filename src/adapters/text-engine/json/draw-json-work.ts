import type { FormatFault } from '../../../gateway/ports/text/text-engine.ts';
import { createReferences } from '../schemas/create-references.ts';
import { explainSchema } from '../schemas/explain-schema.ts';
import { measureHeights, measureSize } from '../schemas/measure-heights.ts';
import { modernizeSchema } from '../schemas/modernize-schema.ts';
import type { Keywords } from '../schemas/schema-parts.ts';
import { createMatchers } from '../strings/create-string-matcher.ts';
import { AppliedTooOften, GaveUp, TriedTooMany } from '../strings/gave-up.ts';
import { generateJson } from './generate-json.ts';

/** Input of the thread besides the schema text. */
export interface JsonTask {
  readonly seed: number;
  readonly attempts: number;
  /** Values that one attempt may try. */
  readonly steps: number;
  /** Attempts that may try as many. */
  readonly longAttempts: number;
  /** How often, in all attempts, parts of the schema may be applied to a value or combined. */
  readonly applications: number;
  /** Longest text of a value, in bytes of UTF-8. */
  readonly maxBytes: number;
}

/** The text of a value that fits, or why there is none. */
export type JsonDrawn =
  | { readonly kind: 'drawn'; readonly text: string }
  | { readonly kind: 'unfit'; readonly fault: FormatFault; readonly reason: string };

/** Generates a value for a JSON Schema, in a thread: the cost of a schema is not known in advance. */
export function work(bytes: Uint8Array, task: JsonTask): JsonDrawn {
  const schema = JSON.parse(new TextDecoder().decode(bytes)) as Keywords; // the text of an object
  try {
    modernizeSchema(schema);
    // An error in the schema of an optional member would otherwise show only in values that have the member.
    const mistakes = explainSchema(schema);
    return mistakes ? { kind: 'unfit', fault: 'malformed', reason: mistakes } : draw(schema, task);
  } catch (error) {
    return { kind: 'unfit', fault: 'unsolved', reason: explainFailure(error) };
  }
}

function draw(schema: Keywords, task: JsonTask): JsonDrawn {
  const { seed, attempts, steps, longAttempts, maxBytes } = task;
  const countApplied = limitApplications(task);
  const references = createReferences(schema, countApplied);
  const size = measureSize(schema, references);
  // Endless ones are certain to fail, which is said below.
  if (size > steps && Number.isFinite(size))
    return {
      kind: 'unfit',
      fault: 'unsolved',
      reason: `it is too complex: every value has more than ${steps} parts`,
    };
  const heightOf = measureHeights(schema, references);
  const matcherOf = createMatchers();
  let reason = 'no value was found';
  let long = 0;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      const limits = { countApplied, maxCount: maxBytes, maxSteps: steps };
      const made = generateJson(schema, { references, heightOf, matcherOf, seed, attempt, ...limits });
      if (made.kind === 'none' && made.isCertain)
        return { kind: 'unfit', fault: 'impossible', reason: made.reason };
      if (made.kind === 'none') {
        reason = made.reason;
        continue;
      }
      const text = JSON.stringify(made.value);
      if (new TextEncoder().encode(text).length <= maxBytes) return { kind: 'drawn', text };
      reason = `its values have more than ${maxBytes} bytes`;
    } catch (error) {
      reason = explainFailure(error);
      if (error instanceof TriedTooMany) long += 1;
      if (long >= longAttempts || error instanceof AppliedTooOften) break;
    }
  }
  return { kind: 'unfit', fault: 'unsolved', reason };
}

function limitApplications({ applications }: JsonTask): (count: number) => void {
  let left = applications;
  return (count) => {
    left -= count;
    if (left < 0) throw new AppliedTooOften(applications);
  };
}

/** The packages that read schemas throw errors about their own internals. */
function explainFailure(error: unknown): string {
  if (error instanceof GaveUp) return error.message;
  return error instanceof RangeError
    ? 'it is nested too deeply, or refers to itself endlessly'
    : 'it cannot be read';
}
