import { closestName } from '../../../../src/contract/names/closest-name.ts';
import type { ModelSource } from '../../contract.ts';
import { toEntries, toList, toObject, toText } from '../../json.ts';
import { type Finding, toStep } from '../problem.ts';
import { forSizes, listForms, type SizeTable } from './size-table.ts';

/** Every tier that a request can choose, or that has an estimate, has a row of the size table, and every row can be chosen. */
export const tiersHaveRows = forSizes((model, table) => {
  const known = table.tiers.map((tier) => tier.toLowerCase());
  const missing = table.tierValues.filter((value) => !known.includes(value.toLowerCase()));
  const stray = unreachableTiers(model, table);
  const typos = missing.flatMap((value) => {
    const row = stray.find((tier) => isTypo(tier, value));
    return row === undefined ? [] : [{ value, row }];
  });
  return [
    ...missing.map((value) => missingFinding(model, table, { value, typos })),
    ...stray
      .filter((tier) => !typos.some(({ row }) => row === tier))
      .map((tier) => unreachableFinding(model, table, tier)),
    ...estimateFindings(
      model,
      table,
      typos.map(({ value }) => value),
    ),
  ];
});

/** The end of a sentence about a tier that the table lacks. */
export function knownTiers(tier: string, tiers: readonly string[]): string {
  const meant = closestName(tier, tiers);
  return meant === undefined ? `it has ${tiers.join(', ')}.` : `did you mean "${meant}"?`;
}

/** What a finding on a tier is about: it is reported once per file. */
export function aboutTier(tier: string): string {
  return `the tier ${tier.toLowerCase()}`;
}

/** A tier of the requests and a row of the table that differ only by a typo. */
interface Typo {
  readonly value: string;
  readonly row: string;
}

/** Compared both ways: how many typos are allowed depends on the length of the first name. */
function isTypo(left: string, right: string): boolean {
  return closestName(left, [right]) !== undefined || closestName(right, [left]) !== undefined;
}

function missingFinding(
  model: ModelSource,
  { tierField, tiers }: SizeTable,
  { value, typos }: { readonly value: string; readonly typos: readonly Typo[] },
): Finding {
  const { file } = model;
  const row = typos.find((slip) => slip.value === value)?.row;
  const about = aboutTier(value);
  if (row !== undefined && isNamed(model, value) && !isNamed(model, row)) {
    const message = `x-sizes.table has the tier "${row}", which no request can choose; did you mean "${value}"?`;
    return { file, pointer: `/x-sizes/table/${toStep(row)}`, message, about };
  }
  const message = `Tier "${value}" of "${tierField}" has no row in x-sizes.table: ${knownTiers(value, tiers)}`;
  return { file, pointer: `/properties/${toStep(tierField)}/enum`, message, about };
}

/** Whether prices or estimates name a tier. */
function isNamed({ vocabulary }: ModelSource, tier: string): boolean {
  const rates = toList(toObject(vocabulary['x-prices']).rates).map((rate) => toObject(rate).tier);
  const estimates = toObject(toObject(vocabulary['x-output']).estimated_seconds).by_tier;
  return rates.includes(tier) || tier in toObject(estimates);
}

/** Rows of a table in the model's own file that no request can choose; those of a family are for other models, too. */
function unreachableTiers(
  { written }: ModelSource,
  { sizes, tiers, tierValues }: SizeTable,
): readonly string[] {
  const isOwn = toObject(written['x-sizes']).table !== undefined;
  if (!isOwn || tierValues.length === 0 || listForms(sizes).includes('tier')) return [];
  const chosen = [...tierValues, ...toList(sizes.cases).map((place) => toText(toObject(place).auto_tier))];
  const names = chosen.map((value) => value.toLowerCase());
  return tiers.filter((tier) => !names.includes(tier.toLowerCase()));
}

function unreachableFinding(
  { file }: ModelSource,
  { tierField, tierValues }: SizeTable,
  tier: string,
): Finding {
  const message = `x-sizes.table has the tier "${tier}", which no request can choose: "${tierField}" has ${tierValues.join(', ')}.`;
  return { file, pointer: `/x-sizes/table/${toStep(tier)}`, message, about: aboutTier(tier) };
}

function estimateFindings(
  { file, vocabulary }: ModelSource,
  { tiers }: SizeTable,
  reported: readonly string[],
): readonly Finding[] {
  const { estimated_seconds: estimate } = toObject(vocabulary['x-output']);
  return ['by_tier', 'tier_provenance'].flatMap((member) =>
    toEntries(toObject(toObject(estimate)[member])).flatMap(([tier]) => {
      if (tiers.includes(tier) || reported.includes(tier)) return [];
      const pointer = `/x-output/estimated_seconds/${member}/${toStep(tier)}`;
      const message = `x-sizes.table has no tier "${tier}": ${knownTiers(tier, tiers)}`;
      return [{ file, pointer, message, about: aboutTier(tier) }];
    }),
  );
}
