import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExpandedCase } from '../expand/expand.ts';
import { isFree } from '../money/spending-requests.ts';
import type { Step } from '../suite/case.ts';
import { richKeys } from '../target/target.ts';
import { endedTasks, type SeenTask } from '../wire/seen-tasks.ts';
import { awaitTasks } from './await-tasks.ts';
import { describeMissing } from './describe-missing.ts';
import type { CaseResult } from './result.ts';
import { runCase, skipCase } from './run-case.ts';
import type { RunContext } from './run-context.ts';
import type { RunOptions } from './run-suite.ts';

/** Cases that wait for this long or longer do not count towards the parallel cases. */
const WAITING_SECONDS = 8;
const MAX_WAITING = 200;
/** The share of workers that prefer cases with result files: rendering keeps the target busy and the runner idle. */
const FILES_SHARE = 1 / 4;
const SHARED_KEYS = ['key:sibling', 'key:other'];

/**
 * Runs all cases: those that mostly wait all at once, the others with limited parallelism. Cases that compare balances have a key to
 * themselves: the rich keys after the first at the same time, or the only one afterwards. With a spend limit, free cases run first,
 * so that there is always enough for them. The results are in the order of the cases.
 */
export async function runAll(context: RunContext, options: RunOptions): Promise<readonly CaseResult[]> {
  const { cases, jobs, bail = false, onResult, signal, target, money } = options;
  const { liveness } = context;
  const results = new Map<string, CaseResult>();
  const tasks: SeenTask[] = [];
  let stopped = false;
  const work = async (queue: ExpandedCase[], key: string): Promise<void> => {
    for (let next = queue.shift(); next && !stopped && !signal?.aborted; next = queue.shift()) {
      const elsewhere = keys.filter((other) => other !== key);
      if (isAlone(context, next)) {
        await awaitTasks(target.base_url, tasks, { ended, others: elsewhere, liveness });
        await sleep(context.patience.lag() * 1000);
      }
      const result = await runPaid(context, options, { one: next, key });
      results.set(next.id, result);
      tasks.push(...result.tasks);
      onResult?.(result, results.size);
      stopped ||= bail && result.outcome === 'failed';
    }
  };
  const keys = richKeys(target);
  const [first = '', ...others] = keys;
  const ended = new Set<string>();
  const side = (queues: readonly ExpandedCase[][], count: number): readonly Promise<void>[] =>
    Array.from({ length: count }, async () => {
      for (const queue of queues) await work(queue, first);
    });
  // Cases that mostly wait are queued like the others with one job, and with --bail, which should leave few cases running.
  const isInTurn = jobs === 1 || bail;
  const readers = Math.floor(jobs * FILES_SHARE);
  const all = async (): Promise<void> => {
    for (const some of money ? freeFirst(context, cases) : [cases]) {
      const lanes = toLanes(context, some, isInTurn);
      await Promise.all([
        ...side([lanes.waiting], MAX_WAITING),
        ...side([lanes.files, lanes.shared], readers),
        ...side([lanes.shared, lanes.files], jobs - readers),
        ...(jobs === 1 ? [] : others).map((key) => work(lanes.alone, key)),
      ]);
      await work(lanes.alone, first);
      await work(lanes.firstAlone, first);
    }
  };
  // Cases that are still running when the run is aborted are not waited for.
  await Promise.race([all(), ...(signal ? [signal.aborted || once(signal, 'abort')] : [])]);
  return cases.flatMap(({ id }) => results.get(id) ?? []);
}

function freeFirst(
  { suite }: RunContext,
  cases: readonly ExpandedCase[],
): readonly (readonly ExpandedCase[])[] {
  const free = new Set(cases.filter((one) => isFree(one, suite.contract)));
  return [[...free], cases.filter((one) => !free.has(one))];
}

interface Lanes {
  readonly waiting: ExpandedCase[];
  /** Cases that read result files. */
  readonly files: ExpandedCase[];
  readonly shared: ExpandedCase[];
  readonly alone: ExpandedCase[];
  /** Cases that compare the balance of a shared account, or trigger a condition that could affect any case. */
  readonly firstAlone: ExpandedCase[];
}

/** Where the target isolates cases, it isolates their balances, too, and what a hook brings about for the next request. */
function isAlone({ target }: RunContext, { exclusive, needs = [] }: ExpandedCase): boolean {
  return (exclusive === true || needs.some(isHook)) && target.isolation === undefined;
}

function isShared(need: string): boolean {
  return SHARED_KEYS.includes(need) || isHook(need);
}

function isHook(need: string): boolean {
  return need.startsWith('hook:');
}

function toLanes(context: RunContext, cases: readonly ExpandedCase[], inTurn: boolean): Lanes {
  const lanes: Lanes = { waiting: [], files: [], shared: [], alone: [], firstAlone: [] };
  for (const one of cases) lanes[laneOf(context, one, inTurn)].push(one);
  return lanes;
}

function laneOf(context: RunContext, one: ExpandedCase, inTurn: boolean): keyof Lanes {
  const { needs = [], steps } = one;
  if (isAlone(context, one)) return needs.some(isShared) ? 'firstAlone' : 'alone';
  const isWaiting = context.target.clock === undefined && waitsFor(steps) >= WAITING_SECONDS;
  if (isWaiting && !inTurn) return 'waiting';
  return steps.some((step) => 'fetch' in step) ? 'files' : 'shared';
}

/** How many seconds the steps spend waiting. */
function waitsFor(steps: readonly Step[]): number {
  const seconds = steps.map((step) => {
    if ('wait' in step) return Number(step.wait.seconds) || 0;
    if ('poll' in step) return WAITING_SECONDS; // until the task has ended
    return 'callbacks' in step ? step.callbacks.within_seconds : 0;
  });
  return seconds.reduce((sum, one) => sum + one, 0);
}

/** Runs a case if the budget covers what it can cost. Releases the reservation once no money is on hold. */
async function runPaid(
  context: RunContext,
  { money, target, filterChecks = (result) => result }: RunOptions,
  { one, key }: { readonly one: ExpandedCase; readonly key: string },
): Promise<CaseResult> {
  const { liveness } = context;
  const isMissing = describeMissing(context, one) !== undefined;
  const most = isMissing ? 0n : ((await money?.highest(one)) ?? 0n);
  if (money && !(await money.budget.reserve(most)))
    return filterChecks(skipCase(one, 'the spend limit leaves too little'));
  const unresponsive = liveness.unresponsive();
  const result = unresponsive === undefined ? await runCase(context, one, key) : skipCase(one, unresponsive);
  if (money && most > 0n) {
    if (target.isolation === undefined)
      await awaitTasks(target.base_url, result.tasks, {
        ended: endedTasks(result.tasks),
        others: [],
        liveness,
      });
    money.settle(result, most);
    await money.budget.release(most);
  }
  return filterChecks(result);
}
