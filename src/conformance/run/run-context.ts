import type { Tell } from '../checks/tell.ts';
import type { CallbackServer } from '../peers/callback-receiver.ts';
import type { Redactor } from '../report/redact.ts';
import type { JsonObject } from '../suite/json.ts';
import type { Schemas } from '../suite/schemas.ts';
import type { Suite } from '../suite/suite.ts';
import type { Target } from '../target/target.ts';
import type { Patience } from './patience.ts';

/** What all cases of a run share. */
export interface RunContext {
  readonly suite: Suite;
  readonly schemas: Schemas;
  readonly target: Target;
  readonly capabilities: ReadonlySet<string>;
  /** Where the target fetches the runner's media; undefined when it cannot. */
  readonly media: string | undefined;
  readonly callbackServer: CallbackServer;
  /** Takes the secrets of the target out of what is kept and told. */
  readonly redactor: Redactor;
  readonly tell: Tell;
  /** Distinguishes this run from others on the same target. */
  readonly seed: string;
  /** Whether there is a limit of what cases may spend. */
  readonly isLimited: boolean;
  readonly patience: Patience;
  /** Whether the target is on this machine or in a private network: its files may be there as well. */
  readonly isInside: boolean;
  /** Status and progress in the last record of each task, across the run. */
  readonly lastRecords: Map<string, JsonObject>;
}
