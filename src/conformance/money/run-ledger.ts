import { setTimeout as pause } from 'node:timers/promises';
import { awaitTasks } from '../run/await-tasks.ts';
import type { Patience } from '../run/patience.ts';
import { type CaseResult, worstOutcome } from '../run/result.ts';
import type { Target } from '../target/target.ts';
import { endedTasks, type SeenTask } from '../wire/seen-tasks.ts';
import { type Balance, readBalances, spentBetween } from './balances.ts';
import { compareBalances } from './compare-balances.ts';

/** The balances of a run on accounts that cases share. */
export interface RunLedger {
  /** Nano-USD since the start; undefined when the balance cannot be read. */
  readonly spent: () => Promise<bigint | undefined>;
  /** Waits until no money is held for tasks of the run, and compares the balances with the start. */
  readonly close: (
    results: readonly CaseResult[],
  ) => Promise<{ readonly spent: bigint | undefined; readonly result: CaseResult | undefined }>;
}

/** How long money may be held after the last task was seen to have ended. */
const SETTLING_MS = 15_000;

/** Reads the balances at the start of a run. */
export async function openRunLedger(target: Target, patience: Patience): Promise<RunLedger> {
  const before = await readBalances(target);
  return {
    spent: async () => spentBetween(before, await readBalances(target)),
    async close(results) {
      const started = performance.now();
      const tasks = results.flatMap((result) => result.tasks);
      await awaitTasks(target.base_url, tasks, { ended: endedTasks(tasks), others: [], patience });
      const after = await settled(target, before);
      return { spent: spentBetween(before, after), result: toResult(before, after, tasks, started) };
    },
  };
}

async function settled(target: Target, before: readonly Balance[]): Promise<readonly Balance[]> {
  const end = performance.now() + SETTLING_MS;
  for (;;) {
    const after = await readBalances(target);
    const isHeld = after.some(({ key, remain, used }) => {
      const first = before.find((balance) => balance.key === key);
      return first !== undefined && remain + used < first.remain + first.used;
    });
    if (!isHeld || performance.now() > end) return after;
    await pause(500);
  }
}

function toResult(
  before: readonly Balance[],
  after: readonly Balance[],
  tasks: readonly SeenTask[],
  started: number,
): CaseResult | undefined {
  const checks = after.flatMap((last) => {
    const first = before.find(({ key }) => key === last.key);
    return first ? compareBalances(first, last, tasks) : [];
  });
  if (checks.length === 0) return undefined;
  return {
    id: 'run.balance',
    title: 'The balance is conserved over the whole run',
    file: 'conformance/cases',
    outcome: worstOutcome(checks.map(({ outcome }) => outcome)),
    checks,
    exchanges: [],
    tasks: [],
    tookMs: performance.now() - started,
  };
}
