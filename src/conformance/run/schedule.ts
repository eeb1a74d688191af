import type { ExpandedCase } from '../expand/expand.ts';
import { isFree } from '../money/spending-requests.ts';
import type { Step } from '../suite/case.ts';
import { richKeys } from '../target/target.ts';
import { endedTasks, type SeenTask } from '../wire/seen-tasks.ts';
import { awaitTasks } from './await-tasks.ts';
import { tellMissing } from './missing.ts';
import type { CaseResult } from './result.ts';
import { runCase, skipCase } from './run-case.ts';
import type { RunContext } from './run-context.ts';
import type { RunOptions } from './run-suite.ts';

/** Cases that wait for longer do not occupy a place among those that run side by side. */
const PATIENT_SECONDS = 8;
const MOST_PATIENT = 200;
/** The share of the cases side by side that read files, while there are any: rendering them keeps a target busy and the runner idle. */
const FILES_SHARE = 1 / 4;
const SHARED_KEYS = ['key:sibling', 'key:other'];

/**
 * Runs all cases: those that mostly wait at once, the others so many side by side. Cases that compare balances have a key to themselves:
 * the rich keys after the first meanwhile, or the only one afterwards. Within a limit, those that spend nothing come first: nothing is
 * lacking for requests that must be refused. Results come in the order of the cases.
 */
export async function runAll(context: RunContext, options: RunOptions): Promise<readonly CaseResult[]> {
  const { cases, jobs, bail = false, onResult, signal, target, money } = options;
  const { patience } = context;
  const results = new Map<string, CaseResult>();
  const tasks: SeenTask[] = [];
  let stopped = false;
  const work = async (queue: ExpandedCase[], key: string): Promise<void> => {
    for (let next = queue.shift(); next && !stopped && !signal?.aborted; next = queue.shift()) {
      const elsewhere = keys.filter((other) => other !== key);
      if (isAlone(context, next))
        await awaitTasks(target.base_url, tasks, { ended, others: elsewhere, patience });
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
  const readers = Math.floor(jobs * FILES_SHARE);
  const all = async (): Promise<void> => {
    for (const some of money ? freeFirst(context, cases) : [cases]) {
      const lanes = toLanes(context, some, isInTurn(options));
      await Promise.all([
        ...side([lanes.patient], MOST_PATIENT),
        ...side([lanes.files, lanes.shared], readers),
        ...side([lanes.shared, lanes.files], jobs - readers),
        ...(jobs === 1 ? [] : others).map((key) => work(lanes.alone, key)),
      ]);
      await work(lanes.alone, first);
      await work(lanes.firstAlone, first);
    }
  };
  // Cases that are under way when the run is aborted are not waited for.
  await Promise.race([all(), ...(signal ? [aborted(signal)] : [])]);
  return cases.flatMap(({ id }) => results.get(id) ?? []);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Whether cases that mostly wait take their turn like the others: one at a time is one, and a stop leaves little under way. */
function isInTurn({ jobs, bail = false }: RunOptions): boolean {
  return jobs === 1 || bail;
}

function freeFirst(
  { suite }: RunContext,
  cases: readonly ExpandedCase[],
): readonly (readonly ExpandedCase[])[] {
  const free = new Set(cases.filter((one) => isFree(one, suite.contract)));
  return [[...free], cases.filter((one) => !free.has(one))];
}

interface Lanes {
  readonly patient: ExpandedCase[];
  /** Those that read results. */
  readonly files: ExpandedCase[];
  readonly shared: ExpandedCase[];
  readonly alone: ExpandedCase[];
  /** Those that compare the balance of an account that other cases use, too, or bring about what could meet any case. */
  readonly firstAlone: ExpandedCase[];
}

/** A target that isolates cases isolates their balances, too. */
function isAlone({ target }: RunContext, { exclusive }: ExpandedCase): boolean {
  return exclusive === true && target.isolation === undefined;
}

function toLanes(context: RunContext, cases: readonly ExpandedCase[], inTurn: boolean): Lanes {
  const lanes: Lanes = { patient: [], files: [], shared: [], alone: [], firstAlone: [] };
  for (const one of cases) lanes[laneOf(context, one, inTurn)].push(one);
  return lanes;
}

function laneOf(context: RunContext, one: ExpandedCase, inTurn: boolean): keyof Lanes {
  const { needs = [], steps } = one;
  if (isAlone(context, one)) {
    const isFirst = needs.some((need) => SHARED_KEYS.includes(need) || need.startsWith('hook:'));
    return isFirst ? 'firstAlone' : 'alone';
  }
  const isPatient = context.target.clock === undefined && waitsFor(steps) >= PATIENT_SECONDS;
  if (isPatient && !inTurn) return 'patient';
  return steps.some((step) => 'fetch' in step) ? 'files' : 'shared';
}

/** Seconds that steps take because they wait. */
function waitsFor(steps: readonly Step[]): number {
  const seconds = steps.map((step) => {
    if ('wait' in step) return Number(step.wait.seconds) || 0;
    if ('poll' in step) return PATIENT_SECONDS; // until the task has ended
    return 'callbacks' in step ? step.callbacks.within_seconds : 0;
  });
  return seconds.reduce((sum, one) => sum + one, 0);
}

/** Runs a case if what it can cost is left of the budget; held money is waited for before the rest is given back. */
async function runPaid(
  context: RunContext,
  { money, target, judge = (result) => result }: RunOptions,
  { one, key }: { readonly one: ExpandedCase; readonly key: string },
): Promise<CaseResult> {
  const { patience } = context;
  const isMissing = tellMissing(context, one) !== undefined;
  const most = isMissing ? 0n : ((await money?.highest(one)) ?? 0n);
  if (money && !(await money.budget.reserve(most)))
    return judge(skipCase(one, 'the spend limit leaves too little'));
  const silence = patience.silence();
  const result = silence === undefined ? await runCase(context, one, key) : skipCase(one, silence);
  if (money && most > 0n) {
    if (target.isolation === undefined)
      await awaitTasks(target.base_url, result.tasks, {
        ended: endedTasks(result.tasks),
        others: [],
        patience,
      });
    money.settle(result, most);
    await money.budget.release(most);
  }
  return judge(result);
}
