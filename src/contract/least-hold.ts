import type { CatalogueModel } from '../../generated/catalogue.ts';
import type { Self } from './cel.ts';
import type { NanoUsd } from './money.ts';
import { planOutput } from './output.ts';
import { holdFor } from './price.ts';
import type { Dimensions } from './ratio.ts';
import { type SizePlan, sizesOf } from './size.ts';

/** What is known of a request before its references are read. */
export interface UnreadRequest {
  readonly self: Self;
  readonly size: SizePlan;
  /** How many references it names. */
  readonly references: number;
  readonly groupRatio: string;
}

/** The least that a request holds, whatever its references turn out to be: where they decide the size, that of the cheapest. */
export function leastHold(
  model: CatalogueModel,
  { self, size, references, groupRatio }: UnreadRequest,
): NanoUsd {
  const output = planOutput(model, self);
  const [count, units] = output.kind === 'video' ? [1, output.seconds] : [output.count, 1];
  const holdAt = (pixels: Dimensions & { readonly tier: string | undefined }) => {
    const outputs = Array.from({ length: count }, () => ({ ...pixels, units }));
    return holdFor(model, self, { outputs, references, groupRatio });
  };
  return sizesOf(model, size)
    .map(holdAt)
    .reduce((least, hold) => (hold < least ? hold : least));
}
