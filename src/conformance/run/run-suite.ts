import { createTell } from '../checks/tell.ts';
import type { ExpandedCase } from '../expand/expand.ts';
import type { Budget } from '../money/budget.ts';
import { startCallbackServer } from '../peers/callback-receiver.ts';
import { startMediaServer } from '../peers/media-server.ts';
import { createRedactor } from '../report/redact.ts';
import { createSchemas } from '../suite/schemas.ts';
import type { Suite } from '../suite/suite.ts';
import { listedModels } from '../target/listed-models.ts';
import { capabilitiesOf, type Target } from '../target/target.ts';
import { isInside } from '../wire/private-network.ts';
import { createPatience, type Patience } from './patience.ts';
import type { CaseResult } from './result.ts';
import type { RunContext } from './run-context.ts';
import { runAll } from './schedule.ts';

/** What is run where, and who is told. */
export interface RunOptions {
  readonly suite: Suite;
  readonly target: Target;
  readonly cases: readonly ExpandedCase[];
  /** How many cases run side by side. */
  readonly jobs: number;
  readonly seed: string;
  /** Stop at the first failure. */
  readonly bail?: boolean;
  /** What of a result counts. */
  readonly judge?: (result: CaseResult) => CaseResult;
  readonly onResult?: (result: CaseResult, done: number) => void;
  readonly signal?: AbortSignal;
  /** A limit of what cases may spend. */
  readonly money?: RunMoney;
  readonly patience?: Patience;
}

/** What cases may spend, in nano-USD. */
export interface RunMoney {
  readonly budget: Budget;
  /** The most that a case can cost, also where the target accepts what it must refuse. */
  readonly highest: (one: ExpandedCase) => Promise<bigint>;
  /** Told of each case, and of the most that it could cost, before its reservation is released. */
  readonly settle: (result: CaseResult, most: bigint) => void;
}

/** Runs cases against a target, side by side as far as their balances allow. Results come in the order of the cases. */
export async function runSuite(options: RunOptions): Promise<readonly CaseResult[]> {
  const { target, suite, seed } = options;
  const callbackServer = await startCallbackServer(
    target.callbacks ? target.callbacks.public_url : undefined,
  );
  const [mediaServer, models, isTargetInside] = await Promise.all([
    startMediaServer(),
    listedModels(target),
    isInside(target.base_url),
  ]);
  const ownMedia = target.media ? mediaServer.baseUrl : undefined;
  const redactor = createRedactor(target);
  const context: RunContext = {
    suite,
    target,
    seed,
    schemas: createSchemas(suite),
    capabilities: new Set([...capabilitiesOf(target), ...models]),
    media: typeof target.media === 'object' ? target.media.base_url : ownMedia,
    callbackServer,
    redactor,
    tell: createTell(redactor),
    lastRecords: new Map(),
    isInside: isTargetInside,
    isLimited: options.money !== undefined,
    patience: options.patience ?? createPatience(),
  };
  try {
    return await runAll(context, options);
  } finally {
    await Promise.all([callbackServer.close(), mediaServer.close()]);
  }
}
