import type { ExpandedCase } from '../expand/expand.ts';
import { describeMissing } from '../run/describe-missing.ts';
import type { Suite } from '../suite/suite.ts';
import { listedModels } from '../target/ask-target.ts';
import { capabilitiesOf, type Target } from '../target/target.ts';
import { highestSpend } from './highest-spend.ts';
import { createPriceList, type Price } from './price-list.ts';

/** A case with the most that it can cost. */
export interface PlannedCase {
  readonly one: ExpandedCase;
  /** Why the target cannot be checked for it; the case then costs nothing. */
  readonly missing?: string;
  readonly nanoUsd: bigint;
  /** The most it can cost if the target accepts and charges what it must refuse. */
  readonly ifAccepted: bigint;
  readonly sources: ReadonlySet<Price['source']>;
}

/** The most that each case can cost, by the prices of the target. */
export async function planSpending(
  cases: readonly ExpandedCase[],
  suite: Suite,
  target: Target,
): Promise<readonly PlannedCase[]> {
  const priceOf = createPriceList(target, suite.models);
  const capabilities = new Set([...capabilitiesOf(target), ...(await listedModels(target))]);
  return Promise.all(
    cases.map(async (one) => {
      const missing = describeMissing({ capabilities, suite }, one);
      if (missing !== undefined)
        return { one, missing, nanoUsd: 0n, ifAccepted: 0n, sources: new Set<never>() };
      return { one, ...(await highestSpend(one, suite, priceOf)) };
    }),
  );
}
