import { setTimeout as pause } from 'node:timers/promises';
import { awaitTasks } from '../run/await-tasks.ts';
import type { Liveness } from '../run/liveness.ts';
import { type CaseResult, worstOutcome } from '../run/result.ts';
import type { Target } from '../target/target.ts';
import { endedTasks, type SeenTask } from '../wire/seen-tasks.ts';
import { type Balance, readBalances, spentBetween } from './balances.ts';
import { compareBalances } from './compare-balances.ts';

/** Tracks the balances of accounts that cases share. */
export interface RunLedger {
  /** Nano-USD since the start; undefined when the balance cannot be read. */
  readonly spent: () => Promise<bigint | undefined>;
  /** Waits until no money is on hold for tasks of the run, then compares the balances with those at the start. */
  readonly close: (
    results: readonly CaseResult[],
  ) => Promise<{ readonly spent: bigint | undefined; readonly result: CaseResult | undefined }>;
}

/** How long money may stay on hold after the last task is known to have ended. */
const SETTLING_MS = 15_000;

export async function openRunLedger(target: Target, liveness: Liveness): Promise<RunLedger> {
  const before = await readBalances(target);
  return {
    spent: async () => spentBetween(before, await readBalances(target)),
    async close(results) {
      const started = performance.now();
      const tasks = results.flatMap((result) => result.tasks);
      await awaitTasks(target.base_url, tasks, { ended: endedTasks(tasks), others: [], liveness });
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
