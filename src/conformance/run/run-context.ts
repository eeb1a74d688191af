import type { FormatValue } from '../checks/value-formatter.ts';
import type { CallbackServer } from '../peers/callback-receiver.ts';
import type { Redactor } from '../report/redact.ts';
import type { JsonObject } from '../suite/json.ts';
import type { Schemas } from '../suite/schemas.ts';
import type { Suite } from '../suite/suite.ts';
import type { Target } from '../target/target.ts';
import type { Liveness } from './liveness.ts';
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
  /** Redacts the secrets of the target in everything that is stored or printed. */
  readonly redactor: Redactor;
  readonly format: FormatValue;
  /** Part of generated values. */
  readonly seed: string;
  /** Distinguishes this run from others on the same target, even those with the same seed. */
  readonly run: string;
  /** Whether there is a spend limit. */
  readonly isLimited: boolean;
  readonly liveness: Liveness;
  readonly patience: Patience;
  /** Whether the target is on this machine or in a private network, so that its files may be there, too. */
  readonly isInside: boolean;
  /** Status and progress in the last record of each task, over the whole run. */
  readonly lastRecords: Map<string, JsonObject>;
}
