import type { Json, JsonObject, ModelSource } from '../contract.ts';
import { isObject } from '../json.ts';
import type { Finding, LintRule } from './problem.ts';
import { reachableCells, readSizeTable, type SizeTable } from './size-table.ts';

/** Everything that can be requested has a price: every size of the table, and exact pixels up to their limit. */
export const ratesCoverSizes: LintRule = ({ models }) =>
  models.flatMap((model) => {
    const prices = model.vocabulary['x-prices'];
    if (!isObject(prices) || !Array.isArray(prices.rates)) return [];
    const rates = prices.rates.filter((rate: Json) => isObject(rate));
    const table = readSizeTable(model);
    return table
      ? [...unknownTiers(model, rates, table), ...uncovered(model, rates, table)]
      : unsized(model, rates);
  });

function unknownTiers(
  { file }: ModelSource,
  rates: readonly JsonObject[],
  { tiers }: SizeTable,
): readonly Finding[] {
  return rates.flatMap(({ tier }, index) => {
    if (tier === undefined || tiers.some((known) => known === tier)) return [];
    const message = `The rate is for tier "${tier}", which x-sizes.table does not have: it has ${tiers.join(', ')}.`;
    return [{ file, pointer: `/x-prices/rates/${index}/tier`, message }];
  });
}

function uncovered(
  { file }: ModelSource,
  rates: readonly JsonObject[],
  table: SizeTable,
): readonly Finding[] {
  const pointer = '/x-prices/rates';
  const cells = reachableCells(table).flatMap(({ tier, ratio, text, pixels }) => {
    if (!pixels || hasRate(rates, { tier, area: pixels.width * pixels.height })) return [];
    return [{ file, pointer, message: `No rate fits ${text} (${tier} ${ratio}).` }];
  });
  const { largestArea } = table;
  if (largestArea === undefined || hasRate(rates, { tier: undefined, area: largestArea })) return cells;
  const limit = Number.isFinite(largestArea) ? ` of ${largestArea}` : '';
  const message = `No rate fits exact pixels up to their limit${limit}: add a rate without a tier that does.`;
  return [...cells, { file, pointer, message }];
}

function unsized({ file }: ModelSource, rates: readonly JsonObject[]): readonly Finding[] {
  if (hasRate(rates, { tier: undefined, area: Number.POSITIVE_INFINITY })) return [];
  const message = 'A model without x-sizes needs one rate without tier and max_pixels.';
  return [{ file, pointer: '/x-prices/rates', message }];
}

function hasRate(
  rates: readonly JsonObject[],
  output: { readonly tier: string | undefined; readonly area: number },
): boolean {
  return rates.some(
    ({ tier, max_pixels: limit }) =>
      (tier === undefined || tier === output.tier) && (typeof limit !== 'number' || output.area <= limit),
  );
}
