import type { ExpandedCase } from '../expand/expand.ts';
import type { Suite } from '../suite/suite.ts';
import type { Target } from '../target/target.ts';
import { highestSpend } from './highest-spend.ts';
import { createPriceList, type Price } from './price-list.ts';

/** A case with the most that it can cost. */
export interface PlannedCase {
  readonly one: ExpandedCase;
  readonly nanoUsd: bigint;
  readonly sources: ReadonlySet<Price['source']>;
}

/** The most that each case can cost, by the prices of the target. */
export async function planSpending(
  cases: readonly ExpandedCase[],
  suite: Suite,
  target: Target,
): Promise<readonly PlannedCase[]> {
  const prices = createPriceList(target, suite.models);
  return Promise.all(cases.map(async (one) => ({ one, ...(await highestSpend(one, suite, prices)) })));
}
