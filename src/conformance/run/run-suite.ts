import { startCallbackServer } from '../peers/callback-receiver.ts';
import { startMediaServer } from '../peers/media-server.ts';
import { createSchemas } from '../suite/schemas.ts';
import type { Suite } from '../suite/suite.ts';
import { awaitTasks } from './await-tasks.ts';
import type { ExpandedCase } from './expand.ts';
import { listedModels } from './listed-models.ts';
import type { CaseResult } from './result.ts';
import { runCase } from './run-case.ts';
import type { RunContext } from './run-context.ts';
import { capabilitiesOf, richKeys, type Target } from './target.ts';

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
}

/** Runs cases against a target, side by side as far as their balances allow. Results come in the order of the cases. */
export async function runSuite(options: RunOptions): Promise<readonly CaseResult[]> {
  const { target, suite, seed } = options;
  const [callbackServer, mediaServer, models] = await Promise.all([
    startCallbackServer(target.callbacks ? target.callbacks.public_url : undefined),
    startMediaServer(),
    listedModels(target),
  ]);
  const context: RunContext = {
    suite,
    target,
    seed,
    schemas: createSchemas(suite),
    capabilities: new Set([...capabilitiesOf(target), ...models]),
    media:
      typeof target.media === 'object'
        ? target.media.base_url
        : target.media
          ? mediaServer.baseUrl
          : undefined,
    callbackServer,
    lastRecords: new Map(),
  };
  try {
    return await runAll(context, options);
  } finally {
    await Promise.all([callbackServer.close(), mediaServer.close()]);
  }
}

async function runAll(
  context: RunContext,
  { cases, jobs, bail = false, judge = (result) => result, onResult, signal, target }: RunOptions,
): Promise<readonly CaseResult[]> {
  const results = new Map<string, CaseResult>();
  let stopped = false;
  // A target that isolates cases isolates their balances, too.
  const isAlone = (one: ExpandedCase): boolean => one.exclusive === true && target.isolation === undefined;
  const ended = new Set<string>();
  const keys = richKeys(target);
  const work = async (queue: ExpandedCase[], key: string): Promise<void> => {
    for (let next = queue.shift(); next && !stopped && !signal?.aborted; next = queue.shift()) {
      const others = keys.filter((other) => other !== key);
      if (isAlone(next)) await awaitTasks(target.base_url, results.values(), { ended, others });
      const result = judge(await runCase(context, next, key));
      results.set(next.id, result);
      onResult?.(result, results.size);
      stopped = bail && result.outcome === 'failed';
    }
  };
  const shared = cases.filter((one) => !isAlone(one));
  const alone = cases.filter(isAlone);
  // What a hook brings about could meet any case.
  const measuring = alone.filter(({ needs = [] }) => !needs.some((need) => need.startsWith('hook:')));
  const [first = '', ...others] = keys;
  // Other accounts measure their balances meanwhile.
  await Promise.all([
    ...Array.from({ length: jobs }, () => work(shared, first)),
    ...others.slice(0, jobs).map((key) => work(measuring, key)),
  ]);
  await work(
    alone.filter(({ id }) => !results.has(id)),
    first,
  );
  return cases.flatMap(({ id }) => results.get(id) ?? []);
}
