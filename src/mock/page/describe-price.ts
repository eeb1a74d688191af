import type { CatalogueModel } from '../../contract/catalogue.ts';
import { toDollars } from '../../contract/money.ts';

type Prices = CatalogueModel['prices'];
type UnitPrices = Extract<Prices, { readonly unit: 'image' | 'second' }>;
type TokenPrices = Extract<Prices, { readonly unit: 'token' }>;

/** The price of a model, in words: one text per part of the price. */
export function describePrice(prices: Prices): readonly string[] {
  return prices.unit === 'token' ? describeTokens(prices) : describeUnits(prices);
}

function describeUnits({ unit, rates, reference_surcharge: surcharge }: UnitPrices): readonly string[] {
  const isOpenEnded = rates.length > 1 && rates.at(-1)?.tier === undefined;
  const described = rates.map(({ rate, tier, max_pixels }, index) => {
    if (isOpenEnded && index === rates.length - 1)
      return `${toDollars(rate)} per ${unit === 'image' ? 'larger image' : 'second of a larger clip'}`;
    const limit = max_pixels === undefined ? '' : ` up to ${max_pixels.toLocaleString('en-US')} pixels`;
    return `${toDollars(rate)} per ${unit}${tier === undefined ? '' : ` at ${tier}`}${limit}`;
  });
  if (!surcharge) return described;
  const free = surcharge.free === 1 ? 'first' : `first ${surcharge.free}`;
  return [...described, `${toDollars(surcharge.rate)} for each reference after the ${free}`];
}

function describeTokens({ per, tokens, tools }: TokenPrices): readonly string[] {
  const kinds = Object.entries(tokens).map(
    ([kind, rate]) => `${kind.replaceAll('_', ' ')} ${toDollars(rate)}`,
  );
  const described = [`per ${toCount(per)} tokens: ${kinds.join(', ')}`];
  if (!tools) return described;
  const rates = Object.entries(tools.rates).map(([name, rate]) => `${name} ${toDollars(rate)}`);
  return [...described, `per ${toCount(tools.per)} tool calls: ${rates.join(', ')}`];
}

function toCount(count: number): string {
  return count === 1_000_000 ? 'million' : count.toLocaleString('en-US');
}
