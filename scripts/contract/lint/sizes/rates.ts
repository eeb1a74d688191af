import { closestName } from '../../../../src/contract/names/closest-name.ts';
import type { JsonObject, ModelSource } from '../../contract.ts';
import { isObject, toObject } from '../../json.ts';
import type { Finding } from '../problem.ts';
import { forSizes, reachableCells, type SizeTable } from './size-table.ts';
import { aboutTier, knownTiers } from './tiers.ts';

/** Everything that can be requested has a price (sizes of the table, exact pixels up to their limit), and every price is used. */
export const ratesCoverSizes = forSizes((model, table) => {
  const prices = toObject(model.vocabulary['x-prices']);
  if (!Array.isArray(prices.rates)) return [];
  const rates = prices.rates.filter(isObject);
  const unknown = unknownTiers(model, rates, table);
  const meant = rates.map((rate) => withMeantTier(rate, table));
  return [
    ...unknown,
    ...uncovered(model, meant, table),
    ...(unknown.length > 0 ? [] : unused(model, rates, table)),
  ];
});

function unknownTiers(
  { file }: ModelSource,
  rates: readonly JsonObject[],
  { tiers }: SizeTable,
): readonly Finding[] {
  return rates.flatMap(({ tier }, index) => {
    if (tier === undefined || tiers.some((known) => known === tier)) return [];
    const message = `The rate is for tier "${tier}", which x-sizes.table does not have: ${knownTiers(String(tier), tiers)}`;
    return [{ file, pointer: `/x-prices/rates/${index}/tier`, message, about: aboutTier(String(tier)) }];
  });
}

/** The rate for the intended tier: the misspelling is reported, not its consequences. */
function withMeantTier(rate: JsonObject, { tiers }: SizeTable): JsonObject {
  const { tier } = rate;
  const meant = typeof tier === 'string' && !tiers.includes(tier) ? closestName(tier, tiers) : undefined;
  return meant === undefined ? rate : { ...rate, tier: meant };
}

function uncovered(
  { file }: ModelSource,
  rates: readonly JsonObject[],
  table: SizeTable,
): readonly Finding[] {
  const pointer = '/x-prices/rates';
  const bare = reachableCells(table).filter(
    ({ tier, pixels }) => pixels && rateOf(rates, { tier, area: pixels.width * pixels.height }) < 0,
  );
  const cells = [...Map.groupBy(bare, ({ tier }) => tier)].map(([tier, row]) => {
    const sizes = row.map(({ text, ratio }) => `${text} (${ratio})`).join(', ');
    return `${sizes} of tier ${tier}`;
  });
  const missing = [...cells, ...uncoveredPixels(rates, table)];
  if (missing.length === 0) return [];
  const advice = missing.length > cells.length ? ': add a rate without a tier that does' : '';
  return [{ file, pointer, message: `No rate fits ${missing.join(', or ')}${advice}.` }];
}

function uncoveredPixels(rates: readonly JsonObject[], { largestArea }: SizeTable): readonly string[] {
  if (largestArea === undefined || rateOf(rates, { tier: undefined, area: largestArea }) >= 0) return [];
  return [`exact pixels up to their limit${Number.isFinite(largestArea) ? ` of ${largestArea}` : ''}`];
}

/** Rates after another that fits everything they fit: a price that never applies is an error in the order. */
function unused({ file }: ModelSource, rates: readonly JsonObject[], table: SizeTable): readonly Finding[] {
  const limits = rates.map(({ max_pixels: limit }) =>
    typeof limit === 'number' ? limit : (table.largestArea ?? 0),
  );
  const pixels = table.largestArea === undefined ? [] : limits.map((area) => ({ tier: undefined, area }));
  const outputs = table.cells.map(({ tier, pixels: size }) => ({
    tier,
    area: size ? size.width * size.height : 0,
  }));
  const used = new Set([...outputs, ...pixels].map((output) => rateOf(rates, output)));
  return rates.flatMap((_rate, index) => {
    if (used.has(index)) return [];
    const message =
      'This rate never applies: an earlier rate fits every size that it fits, and the first one counts.';
    return [{ file, pointer: `/x-prices/rates/${index}`, message }];
  });
}

/** The index of the first rate that fits; -1 when none does. */
function rateOf(
  rates: readonly JsonObject[],
  output: { readonly tier: string | undefined; readonly area: number },
): number {
  return rates.findIndex(
    ({ tier, max_pixels: limit }) =>
      (tier === undefined || tier === output.tier) && (typeof limit !== 'number' || output.area <= limit),
  );
}
