import type { Json, JsonObject } from '../../../src/conformance/suite/json.ts';

/** A request on its way to the gateway. */
export interface TamperedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body as JSON, when it is an object. */
  readonly body?: JsonObject;
}

/** A response on its way to the caller. */
export interface TamperedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** The body as JSON, when it is an object or a list. */
  readonly body?: Json;
}

/** A callback on its way to the receiver. */
export interface TamperedCallback {
  readonly method: string;
  /** The path that was appended to the registered address, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  /** 1 for the first attempt of a task. */
  readonly attempt: number;
}

/** State of a tampering: one object per isolated case. */
export type Memory = Record<string, unknown>;

/** One fault between callers and a correct gateway. */
export interface Tampering {
  /** Changes a request before the gateway sees it. */
  readonly request?: (request: TamperedRequest, memory: Memory) => TamperedRequest;
  /** Changes a response before the caller sees it. */
  readonly response?: (
    response: TamperedResponse,
    request: TamperedRequest,
    memory: Memory,
  ) => TamperedResponse | Promise<TamperedResponse>;
  /** The callbacks that are sent in place of an original one. */
  readonly callback?: (callback: TamperedCallback) => readonly TamperedCallback[];
  /** The receiver's response to an attempt (the first is 1) as the gateway sees it. */
  readonly callbackStatus?: (status: number, attempt: number) => number;
  /** A callback that is sent as soon as a task is accepted. */
  readonly onAccepted?: (task: string) => TamperedCallback;
}

/** A gateway with one fault. */
export interface Mutant {
  readonly id: string;
  /** What is wrong, as a sentence. */
  readonly title: string;
  /** Folders of cases that should catch it; the others run afterwards. */
  readonly areas: readonly string[];
  /** For a fault in a choice of the contract, on which the specification is silent. */
  readonly level?: 'CHOICE';
  readonly tampering: Tampering;
}

/** A row of a table of mutants: id, title, fault, and CHOICE for a fault in a choice of the contract. */
export type MutantRow = readonly [id: string, title: string, tampering: Tampering, level?: 'CHOICE'];

/** Mutants that cases in these folders should catch. */
export function defineMutants(areas: readonly string[], rows: readonly MutantRow[]): readonly Mutant[] {
  return rows.map(([id, title, tampering, level]) => ({
    id,
    title,
    areas,
    tampering,
    ...(level && { level }),
  }));
}
