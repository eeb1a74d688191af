import type { Json, JsonObject } from './json.ts';

/** One case of the suite, as written in a file below `conformance/cases`. */
export interface Case {
  /** `<area>.<name>`; must never change. */
  readonly id: string;
  readonly title: string;
  /** The requirement of checks that do not name one. */
  readonly requirement?: string;
  /** Capabilities of the target that the case requires; if one is missing, the case is unproven. */
  readonly needs?: readonly string[];
  /** The case measures a balance: nothing else may spend from its account at the same time. */
  readonly exclusive?: boolean;
  /** Rows: the case runs once for each. */
  readonly for?: readonly CaseRow[];
  /** A named expansion over the models of the contract. */
  readonly each?: string;
  /** CEL over the values that `each` binds: selects those that the case runs for. */
  readonly where?: string;
  readonly steps: readonly Step[];
}

interface CaseRow extends JsonObject {
  readonly name: string;
}

/** What a check asserts; all members must hold. */
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
  /** CEL: whether the actual response is another choice that the specification leaves open, which makes the check unproven. */
  readonly left_open?: string;
}

/** What follows a step: checks of its result, and values saved for later steps. */
export interface AfterStep {
  readonly expect?: readonly Expectation[];
  /** CEL expressions by the name that their value is saved under. */
  readonly save?: Readonly<Record<string, string>>;
}

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
    | { readonly request: RequestTemplate & { readonly within_seconds?: number } }
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
  /** As in a request; sent to the target only, not to other hosts. */
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
  /** The name that the address is bound to. */
  readonly name: string;
  readonly path?: string;
  /** The responses to successive requests; the last one is repeated. Default: 200. */
  readonly answers?: readonly ReceiverAnswer[];
  /** Nothing listens there until another step with the same name. */
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
  /** The request gets no response. */
  readonly silent?: boolean;
  /** The connection is closed without a response. */
  readonly drop?: boolean;
  /** Real seconds before the response. */
  readonly delay_seconds?: number;
}
