import type { WireResponse } from '../wire/exchange.ts';

/** What a step leaves for its checks and for later steps. */
export interface StepResult {
  /** The response that status, headers and body of the checks refer to. */
  readonly response?: WireResponse;
  /** Values beside those of the response. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Something that the case takes for granted did not happen: what follows is unproven. */
export class Unproven extends Error {
  override readonly name = 'Unproven';
}
