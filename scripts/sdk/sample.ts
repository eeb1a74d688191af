import type { JsonObject } from '../contract/contract.ts';

/** A call of a gateway that a sample shows. */
export interface SampleCall {
  /** Its operation id. */
  readonly operation: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The body of a submission or of a text request, without `stream`. */
  readonly request: JsonObject;
  /** The model that a call without a body asks about. */
  readonly model: string;
  /** The task that a call without a body asks about. */
  readonly taskId: string;
}

/** Writes a whole program that makes a call. It is undefined for an operation that the language has no samples for. */
export type WriteSample = (call: SampleCall, document: JsonObject) => string | undefined;

/** What a program of a language does with its client, by operation; `request` is the body as that language writes it. */
export type SampleBodies = Readonly<Record<string, (call: SampleCall, request: string) => string>>;

/** Operations that clients have no method of their own for, and what they call instead. */
const ALIASES: Readonly<Record<string, string>> = {
  getModelSchemaByQuery: 'getModelSchema',
  getUserBalanceAlias: 'getUserBalance',
};

/** What a program does for an operation; undefined when the language has no sample for it. */
export function bodyOf(bodies: SampleBodies, operation: string): SampleBodies[string] | undefined {
  return bodies[ALIASES[operation] ?? operation];
}

/** A text as TypeScript, Python, Go, Java and Rust write it: all have the escapes of JSON. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}
