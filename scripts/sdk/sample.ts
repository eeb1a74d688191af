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
