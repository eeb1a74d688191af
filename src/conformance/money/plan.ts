import type { ExpandedCase } from '../expand/expand.ts';
import { tellMissing } from '../run/missing.ts';
import type { Suite } from '../suite/suite.ts';
import { listedModels } from '../target/listed-models.ts';
import { capabilitiesOf, type Target } from '../target/target.ts';
import { highestSpend } from './highest-spend.ts';
import { createPriceList, type Price } from './price-list.ts';

/** A case with the most that it can cost. */
export interface PlannedCase {
  readonly one: ExpandedCase;
  /** Why it cannot be checked there; it then costs nothing. */
  readonly missing?: string;
  readonly nanoUsd: bigint;
  /** The same if the target accepts and charges what it must refuse. */
  readonly ifAccepted: bigint;
  readonly sources: ReadonlySet<Price['source']>;
}

/** The most that each case can cost, by the priceOf of the target. */
export async function planSpending(
  cases: readonly ExpandedCase[],
  suite: Suite,
  target: Target,
): Promise<readonly PlannedCase[]> {
  const priceOf = createPriceList(target, suite.models);
  const capabilities = new Set([...capabilitiesOf(target), ...(await listedModels(target))]);
  return Promise.all(
    cases.map(async (one) => {
      const missing = tellMissing({ capabilities, suite }, one);
      if (missing !== undefined)
        return { one, missing, nanoUsd: 0n, ifAccepted: 0n, sources: new Set<never>() };
      return { one, ...(await highestSpend(one, suite, priceOf)) };
    }),
  );
}
