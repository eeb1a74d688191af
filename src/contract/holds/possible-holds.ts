import type { CatalogueModel } from '../../../generated/catalogue.ts';
import type { NanoUsd } from '../money.ts';
import { planOutput } from '../output.ts';
import { holdFor, type PricedOutput } from '../price.ts';
import type { Self } from '../rules/self.ts';
import { type SizePlan, sizesOf } from '../sizes/size.ts';

/** What is known of a request before its references are read. */
export interface UnreadRequest {
  readonly self: Self;
  readonly size: SizePlan;
  readonly references: number;
  readonly groupRatio: string;
}

/** What a request may hold, and for which outputs. */
export interface PossibleHold {
  readonly outputs: readonly PricedOutput[];
  readonly amount: NanoUsd;
}

/** What a request may hold, depending on its references: one hold per size that they may lead to. */
export function possibleHolds(
  model: CatalogueModel,
  { self, size, references, groupRatio }: UnreadRequest,
): readonly PossibleHold[] {
  const output = planOutput(model, self);
  const [count, units] = output.kind === 'video' ? [1, output.seconds] : [output.count, 1];
  return sizesOf(model, size).map((pixels) => {
    const outputs = Array.from({ length: count }, () => ({ ...pixels, units }));
    return { outputs, amount: holdFor(model, self, { outputs, references, groupRatio }) };
  });
}

/** The smallest hold; throws when there is none. */
export function leastHold(model: CatalogueModel, unread: UnreadRequest): PossibleHold {
  return possibleHolds(model, unread).reduce((least, hold) => (hold.amount < least.amount ? hold : least));
}
