import type { WireResponse } from '../wire/exchange.ts';

export interface StepResult {
  /** The response that status, headers and body of the checks refer to. */
  readonly response?: WireResponse;
  /** A submission was answered with 2xx, but without a task: its status does not prove that it was accepted. */
  readonly hasNoTask?: boolean;
  /** The step polled a task that the target had named. */
  readonly isPoll?: boolean;
  /** Values besides those of the response. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** A prerequisite of the case is not met: the remaining checks are unproven. */
export class Unproven extends Error {
  override readonly name = 'Unproven';
}
