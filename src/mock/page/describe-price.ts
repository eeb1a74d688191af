import type { CatalogueModel } from '../../contract/catalogue.ts';

type Prices = CatalogueModel['prices'];
type UnitPrices = Extract<Prices, { readonly unit: 'image' | 'second' }>;
type TokenPrices = Extract<Prices, { readonly unit: 'token' }>;

/** The price of a model, in words: one text per part of the price. */
export function describePrice(prices: Prices): readonly string[] {
  return prices.unit === 'token' ? describeTokens(prices) : describeUnits(prices);
}

function describeUnits({ unit, rates, reference_surcharge: surcharge }: UnitPrices): readonly string[] {
  const each = unit === 'image' ? 'an image' : 'a second';
  const parts = rates.map(({ rate, tier, max_pixels }) => {
    const limit = max_pixels === undefined ? '' : ` up to ${max_pixels.toLocaleString('en-US')} pixels`;
    return `$${rate} ${each}${tier === undefined ? '' : ` at ${tier}`}${limit}`;
  });
  const isOpenEnded = rates.length > 1 && rates.at(-1)?.tier === undefined;
  const described = isOpenEnded ? [...parts.slice(0, -1), `${parts.at(-1)} above`] : parts;
  if (!surcharge) return described;
  const free = surcharge.free === 1 ? 'first' : `first ${surcharge.free}`;
  return [...described, `$${surcharge.rate} for each reference after the ${free}`];
}

function describeTokens({ per, tokens, tools }: TokenPrices): readonly string[] {
  const kinds = Object.entries(tokens).map(([kind, rate]) => `${kind.replaceAll('_', ' ')} $${rate}`);
  const described = [`${toCount(per)} tokens: ${kinds.join(', ')}`];
  if (!tools) return described;
  const rates = Object.entries(tools.rates).map(([name, rate]) => `${name} $${rate}`);
  return [...described, `${toCount(tools.per)} tool calls: ${rates.join(', ')}`];
}

function toCount(count: number): string {
  return count === 1_000_000 ? 'a million' : count.toLocaleString('en-US');
}
