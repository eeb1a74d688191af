import type { CatalogueModel } from '../../generated/catalogue.ts';
import type { UnitPrices } from '../../generated/vocabulary.ts';
import { multiplyByRatio, type NanoUsd, parseUsd } from './money.ts';
import { holds } from './rules/cel.ts';
import type { Self } from './rules/self.ts';
import type { Dimensions } from './sizes/ratio.ts';

/** One billed output: an image, or a clip with its duration in seconds. */
export interface PricedOutput extends Dimensions {
  readonly tier: string | undefined;
  /** Billing units: 1 for an image, seconds for a clip. */
  readonly units: number;
}

/** What a charge depends on besides the outputs. */
export interface ChargeFactors {
  /** References the request names (section 8: the first is free where there is a surcharge). */
  readonly references: number;
  /** Group price ratio of the key, a decimal. */
  readonly groupRatio?: string;
}

/** The price of the outputs (sections 4.4.1 and 8), rounded once. */
export function priceOf(
  model: CatalogueModel,
  outputs: readonly PricedOutput[],
  { references, groupRatio = '1' }: ChargeFactors,
): NanoUsd {
  const prices = unitPrices(model);
  const made = outputs.reduce((sum, output) => sum + rateFor(model, output) * BigInt(output.units), 0n);
  return multiplyByRatio(made + surcharge(prices, references), groupRatio);
}

/**
 * The hold at submission: the price of the planned outputs, or of the number of images that a hold rule
 * of the model names (section 8: 17 images for a layer decomposition).
 */
export function holdFor(
  model: CatalogueModel,
  self: Self,
  planned: { readonly outputs: readonly PricedOutput[] } & ChargeFactors,
): NanoUsd {
  return priceOf(model, heldOutputs(model, self, planned.outputs), planned);
}

/** The outputs whose price is held: the planned ones, or the number given by a hold rule of the model. */
export function heldOutputs(
  model: CatalogueModel,
  self: Self,
  planned: readonly PricedOutput[],
): readonly PricedOutput[] {
  const special = unitPrices(model).hold?.cases.find(({ when }) => holds(when, self));
  const [first] = planned;
  return special && first ? Array.from({ length: special.images }, () => first) : planned;
}

/** The price of one unit of an output: the first rate with a matching tier and pixel limit. */
export function rateFor(
  model: CatalogueModel,
  output: Dimensions & { readonly tier: string | undefined },
): NanoUsd {
  const pixels = output.width * output.height;
  const found = unitPrices(model).rates.find(
    ({ tier, max_pixels }) =>
      (tier === undefined || tier === output.tier) && (max_pixels === undefined || pixels <= max_pixels),
  );
  if (!found)
    throw new RangeError(
      `${model.identity.id} has no rate for ${output.width}x${output.height} ${output.tier}`,
    );
  return parseUsd(found.rate);
}

function surcharge({ reference_surcharge: rule }: UnitPrices, references: number): NanoUsd {
  if (!rule) return 0n;
  return parseUsd(rule.rate) * BigInt(Math.max(0, references - rule.free));
}

/** The prices of a model that is billed by output; throws for one that is billed by token. */
export function unitPrices(model: CatalogueModel): UnitPrices {
  if (model.prices.unit === 'token') throw new TypeError(`${model.identity.id} is charged by token`);
  return model.prices;
}
