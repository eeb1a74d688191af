import type { CheckResult } from '../run/result.ts';
import type { Session } from '../run/session.ts';
import { hasUnfinished } from '../wire/seen-tasks.ts';
import { type Balance, largest, readBalance, spentOf } from './balances.ts';
import { compareBalances, totalCosts } from './compare-balances.ts';

/** The result for a case with its own account. */
export interface LedgerResult {
  readonly checks: readonly CheckResult[];
  /** Nano-USD. */
  readonly spent: bigint;
}

/** Longer than any task runs. */
const SETTLING_SECONDS = 900;

/** Reads the balance at the start of a case that has its own account; the returned function compares it at the end. */
export async function openLedger(
  session: Session,
  key: string,
): Promise<() => Promise<LedgerResult | undefined>> {
  const { target } = session.context;
  const read = (): Promise<Balance | undefined> => readBalance(target, key, session.isolating);
  const before = await read();
  return async () => {
    if (!before) return undefined;
    if (target.clock && hasUnfinished(session.tasks))
      await session.callHook(target.clock.advance, { seconds: SETTLING_SECONDS });
    const after = await read();
    if (!after) return undefined;
    return {
      checks: compareBalances(before, after, session.tasks),
      spent: largest(spentOf(before, after), totalCosts(session.tasks)),
    };
  };
}
