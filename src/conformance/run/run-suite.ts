import { randomUUID } from 'node:crypto';
import { createValueFormatter } from '../checks/value-formatter.ts';
import type { ExpandedCase } from '../expand/expand.ts';
import type { Budget } from '../money/budget.ts';
import { startCallbackServer } from '../peers/callback-receiver.ts';
import { startMediaServer } from '../peers/media-server.ts';
import { createRedactor } from '../report/redact.ts';
import { createSchemas } from '../suite/schemas.ts';
import type { Suite } from '../suite/suite.ts';
import { listedModels } from '../target/ask-target.ts';
import { capabilitiesOf, type Target } from '../target/target.ts';
import { isInside } from '../wire/private-network.ts';
import { createLiveness, type Liveness } from './liveness.ts';
import { createPatience, type Patience } from './patience.ts';
import type { CaseResult } from './result.ts';
import type { RunContext } from './run-context.ts';
import { runAll } from './schedule.ts';

/** What to run, against which target, and where results go. */
export interface RunOptions {
  readonly suite: Suite;
  readonly target: Target;
  readonly cases: readonly ExpandedCase[];
  /** How many cases run in parallel. */
  readonly jobs: number;
  readonly seed: string;
  /** Whether to stop after the first failure. */
  readonly bail?: boolean;
  /** Reduces a result to the checks that count. */
  readonly filterChecks?: (result: CaseResult) => CaseResult;
  readonly onResult?: (result: CaseResult, done: number) => void;
  readonly signal?: AbortSignal;
  /** Enforces the spend limit, if there is one. */
  readonly money?: RunMoney;
  readonly liveness?: Liveness;
  readonly patience?: Patience;
}

/** What cases may spend, in nano-USD. */
export interface RunMoney {
  readonly budget: Budget;
  /** The most that a case can cost, even if the target accepts what it must refuse. */
  readonly highest: (one: ExpandedCase) => Promise<bigint>;
  /** Called with each result and the most that the case could cost, before its reservation is released. */
  readonly settle: (result: CaseResult, most: bigint) => void;
}

/** Runs cases against a target, in parallel as far as their balances allow. The results are in the order of the cases. */
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
    run: randomUUID(),
    schemas: createSchemas(suite),
    capabilities: new Set([...capabilitiesOf(target), ...models]),
    media: typeof target.media === 'object' ? target.media.base_url : ownMedia,
    callbackServer,
    redactor,
    format: createValueFormatter(redactor),
    lastRecords: new Map(),
    isInside: isTargetInside,
    isLimited: options.money !== undefined,
    liveness: options.liveness ?? createLiveness(),
    patience: options.patience ?? createPatience(),
  };
  try {
    return await runAll(context, options);
  } finally {
    await Promise.all([callbackServer.close(), mediaServer.close()]);
  }
}
