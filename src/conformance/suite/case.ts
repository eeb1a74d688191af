import type { Json, JsonObject } from './json.ts';

/** One case of the suite, as written in a file below `conformance/cases`. */
export interface Case {
  /** `<area>.<name>`; never changes. */
  readonly id: string;
  readonly title: string;
  /** Requirement of checks that name none. */
  readonly requirement?: string;
  /** Capabilities of the target that the case needs; without one of them it is unproven. */
  readonly needs?: readonly string[];
  /** The case measures a balance: nothing else may spend on its key meanwhile. */
  readonly exclusive?: boolean;
  /** Rows: the case runs once for each. */
  readonly for?: readonly CaseRow[];
  /** A named expansion over the models of the contract. */
  readonly each?: string;
  /** CEL over what `each` binds: which of them the case runs for. */
  readonly where?: string;
  readonly steps: readonly Step[];
}

/** One row of a table case. */
export interface CaseRow extends JsonObject {
  readonly name: string;
}

/** What a check asserts; several members are asserted together. */
export interface Expectation {
  readonly requirement?: string;
  readonly status?: number | string | readonly number[];
  readonly headers?: Readonly<Record<string, string>>;
  /** A subset of the body; lists are compared by index. */
  readonly body?: Json;
  /** Name of a schema in `conformance/schemas`. */
  readonly schema?: string;
  /** Name of a schema among the components of the bundled contract. */
  readonly contract?: string;
  /** A CEL expression that must be true. */
  readonly that?: string;
  /** CEL: whether what came instead is another choice that the specification leaves open. The check is unproven then. */
  readonly left_open?: string;
}

/** What follows a step: checks of its outcome, and values kept for later steps. */
export interface AfterStep {
  readonly expect?: readonly Expectation[];
  /** Names and the CEL expressions whose values they keep. */
  readonly save?: Readonly<Record<string, string>>;
}

/** A request to the target. */
export interface RequestTemplate {
  readonly operation?: string;
  readonly method?: string;
  readonly path?: string;
  readonly parameters?: JsonObject | string;
  readonly query?: JsonObject | string;
  readonly headers?: JsonObject;
  /** `rich`, `poor`, `restricted`, `limited`, `other`, `sibling`, `none`, or a literal key. */
  readonly key?: string;
  readonly body?: Json;
  readonly text?: string;
  readonly gzip?: boolean;
}

export type Step = AfterStep &
  (
    | { readonly request: RequestTemplate }
    | { readonly stream: RequestTemplate & { readonly leave_after_events?: number } }
    | { readonly poll: PollTemplate }
    | { readonly fetch: FetchTemplate }
    | { readonly receiver: ReceiverTemplate }
    | { readonly callbacks: CallbacksTemplate }
    | { readonly wait: { readonly seconds: number | string } }
    | { readonly parallel: { readonly times: number | string; readonly request: RequestTemplate } }
    | { readonly raw: { readonly send: string } }
    | { readonly hook: { readonly name: string; readonly values?: JsonObject } }
    | { readonly assert: readonly Expectation[] }
  );

export interface FetchTemplate {
  readonly url?: string;
  /** Instead of `url`: a list of addresses, or an expression that gives one. */
  readonly urls?: string | readonly string[];
  readonly method?: string;
  readonly headers?: JsonObject;
  /** As in a request; only sent to the target itself. */
  readonly key?: string;
}

export interface PollTemplate {
  readonly task: string;
  readonly key?: string;
  readonly until?: string;
  readonly within_seconds?: number;
  readonly language?: string;
}

export interface ReceiverTemplate {
  /** The name that holds its address. */
  readonly name: string;
  readonly path?: string;
  /** How successive requests are answered; the last one is repeated. Default: 200. */
  readonly answers?: readonly ReceiverAnswer[];
  /** Nothing listens there before another step of the same name. */
  readonly closed?: boolean;
}

export interface CallbacksTemplate {
  readonly receiver: string;
  readonly count: number;
  readonly within_seconds: number;
}

export interface ReceiverAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request is never answered. */
  readonly silent?: boolean;
  /** The connection is closed without an answer. */
  readonly drop?: boolean;
  /** The answer comes after so many seconds of real time. */
  readonly delay_seconds?: number;
}
