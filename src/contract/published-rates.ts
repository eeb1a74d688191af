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

/** The rates of the tiers; a base contract has one size and one rate, named by its unit. */
function unitRates(
  model: CatalogueModel,
  { unit, rates, reference_surcharge: surcharge }: UnitPrices,
): Rates {
  const [only] = rates;
  if (!model.sizes) return only ? { [unit]: only.rate } : {};
  const tiers = Object.entries(model.sizes.table).flatMap(([tier, row]) => {
    const [cell] = Object.values(row);
    const hasRate = rates.some((rate) => rate.tier === undefined || rate.tier === tier);
    return cell && hasRate ? [[tier, formatUsd(rateFor(model, { ...parseDimensions(cell), tier }))]] : [];
  });
  return { ...Object.fromEntries(tiers), ...(surcharge ? { further_reference: surcharge.rate } : {}) };
}

/** Rates as numbers of US dollars, multiplied by the ratio of a group. */
export function withRatio(rates: Rates, ratio: string): Record<string, number> {
  return Object.fromEntries(
    Object.entries(rates).map(([name, rate]) => [name, toUsdNumber(multiplyByRatio(parseUsd(rate), ratio))]),
  );
}
