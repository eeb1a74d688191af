import type { UnitPrices } from '../../generated/vocabulary.ts';
import type { CatalogueModel } from './catalogue.ts';
import { formatUsd, multiplyByRatio, parseUsd, toUsdNumber } from './money.ts';
import { rateFor } from './price.ts';
import { parseDimensions } from './sizes/ratio.ts';

/** Amounts in US dollars by what they are for, as decimals. */
type Rates = Readonly<Record<string, string>>;

/** The rates of a model by tier or by kind of token, as `GET /api/pricing/model` states them for a group with this ratio. */
export function publishedRates(model: CatalogueModel, groupRatio: string): Record<string, number> {
  const { prices } = model;
  return withRatio(prices.unit === 'token' ? prices.tokens : unitRates(model, prices), groupRatio);
}

/** The rates of the tiers, and those that other sizes have; a base contract has one size and one rate, named by its unit. */
function unitRates(
  model: CatalogueModel,
  { unit, rates, reference_surcharge: surcharge }: UnitPrices,
): Rates {
  const [only] = rates;
  if (!model.sizes) return only ? { [unit]: only.rate } : {};
  const rows = Object.entries(model.sizes.table).filter(([tier]) =>
    rates.some((rate) => rate.tier === undefined || rate.tier === tier),
  );
  const amounts = rows.map(([tier, row]) =>
    Object.values(row).map((cell) => formatUsd(rateFor(model, { ...parseDimensions(cell), tier }))),
  );
  const tiers = rows.flatMap(
    ([tier], index) => amounts[index]?.slice(0, 1).map((rate) => [tier, rate]) ?? [],
  );
  const hasPixels = model.sizes.forms.includes('pixels');
  const others = rates
    .map((one) => ({ ...one, rate: formatUsd(parseUsd(one.rate)) }))
    .filter(({ tier, rate }) => amounts.flat().includes(rate) || (tier === undefined && hasPixels))
    .filter(({ rate }) => !tiers.some(([, amount]) => amount === rate))
    .map((one) => [nameOf(one), one.rate]);
  return Object.fromEntries([
    ...tiers,
    ...others,
    ...(surcharge ? [['further_reference', surcharge.rate]] : []),
  ]);
}

/** The name of a rate that is not that of a tier. */
function nameOf({ tier, max_pixels }: UnitPrices['rates'][number]): string {
  const sizes = max_pixels === undefined ? 'other_sizes' : `up_to_${max_pixels}_pixels`;
  return tier === undefined ? sizes : `${tier}_${sizes}`;
}

/** Rates as numbers of US dollars, multiplied by the ratio of a group. */
export function withRatio(rates: Rates, ratio: string): Record<string, number> {
  return Object.fromEntries(
    Object.entries(rates).map(([name, rate]) => [name, toUsdNumber(multiplyByRatio(parseUsd(rate), ratio))]),
  );
}
