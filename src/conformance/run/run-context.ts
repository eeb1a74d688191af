import type { CallbackServer } from '../peers/callback-receiver.ts';
import type { Schemas } from '../suite/schemas.ts';
import type { Suite } from '../suite/suite.ts';
import type { Target } from '../target/target.ts';
import type { MediaAddress } from './fill-body.ts';

/** What all cases of a run share. */
export interface RunContext {
  readonly suite: Suite;
  readonly schemas: Schemas;
  readonly target: Target;
  readonly capabilities: ReadonlySet<string>;
  readonly media: MediaAddress;
  readonly callbackServer: CallbackServer;
  /** Distinguishes this run from others on the same target. */
  readonly seed: string;
  /** The state of an invariant, such as the last record of a task, across the run. */
  readonly lastRecords: Map<string, unknown>;
}
