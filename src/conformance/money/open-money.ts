import { toNanoUsd } from '../language/nano-usd.ts';
import type { Money } from '../report/report.ts';
import type { CaseResult } from '../run/result.ts';
import type { RunContext } from '../run/run-context.ts';
import type { RunMoney } from '../run/run-suite.ts';
import type { SeenTask } from '../wire/seen-tasks.ts';
import { largest, toUsd } from './balances.ts';
import { createBudget } from './budget.ts';
import { totalCosts } from './compare-balances.ts';
import { highestSpend } from './highest-spend.ts';
import { createPriceList } from './price-list.ts';
import { openRunLedger } from './run-ledger.ts';

/** The money of a run: its limit, and what it spent. */
export interface OpenedMoney {
  /** For the run, when there is a limit. */
  readonly run: { readonly money?: RunMoney };
  /** Waits until no money is on hold; returns what was spent and the result of the balance check over the whole run. */
  readonly close: (
    ran: readonly CaseResult[],
  ) => Promise<{ readonly spent: Money; readonly results: readonly CaseResult[] }>;
}

/** Reads the balances at the start, and enforces the spend limit, if any (US dollars). */
export async function openMoney(
  { suite, target, liveness }: Pick<RunContext, 'suite' | 'target' | 'liveness'>,
  limit: string | undefined,
): Promise<OpenedMoney> {
  // Where each case has its own account, each reports what it spent.
  const isInCredits = target.balance_unit === 'credits';
  const ledger = target.isolation ? undefined : await openRunLedger(target, liveness);
  let spentByCases = 0n;
  const tasks: SeenTask[] = [];
  const priceOf = createPriceList(target, suite.models);
  const money: RunMoney | undefined =
    limit === undefined
      ? undefined
      : {
          budget: createBudget({
            limit: toNanoUsd(limit),
            async spent() {
              if (isInCredits) return undefined;
              const spent = ledger ? await ledger.spent() : spentByCases;
              return spent === undefined ? undefined : largest(spent, totalCosts(tasks));
            },
          }),
          highest: async (one) => (await highestSpend(one, suite, priceOf)).ifAccepted,
          settle(result, most) {
            spentByCases += typeof result.spent === 'bigint' ? result.spent : most;
            tasks.push(...result.tasks);
          },
        };
  return {
    run: money ? { money } : {},
    async close(ran) {
      const closed = await ledger?.close(ran);
      const spent = ledger ? closed?.spent : totalSpent(ran);
      return {
        spent: {
          ...(spent !== undefined && !isInCredits && { spent_usd: toUsd(spent) }),
          ...(limit !== undefined && { limit_usd: limit }),
        },
        results: closed?.result ? [closed.result] : [],
      };
    },
  };
}

/** What cases spent on accounts of their own; undefined when it is unknown of one of them. */
function totalSpent(ran: readonly CaseResult[]): bigint | undefined {
  let total = 0n;
  for (const { spent = 0n } of ran) {
    if (spent === 'unknown') return undefined;
    total += spent;
  }
  return total;
}
