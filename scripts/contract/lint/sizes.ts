import type { ModelSource } from '../contract.ts';
import { type Finding, type LintRule, toStep } from './problem.ts';
import { readSizeTable, type SizeCell, type SizeTable } from './size-table.ts';

/** How far pixels may be from the ratio they stand for: tables round to steps of 16 or 32. */
const RATIO_TOLERANCE = 0.05;

/** Every cell of a size table is `<width>x<height>` near its ratio, and every tier of the tier field has a row. */
export const sizeTablesAreComplete: LintRule = ({ models }) =>
  models.flatMap((model) => {
    const table = readSizeTable(model);
    return table ? [...cellFindings(model, table), ...tierFindings(model, table)] : [];
  });

function cellFindings({ file }: ModelSource, { cells }: SizeTable): readonly Finding[] {
  return cells.flatMap((cell) => {
    const fault = cellFault(cell);
    if (fault === undefined) return [];
    return [{ file, pointer: `/x-sizes/table/${toStep(cell.tier)}/${toStep(cell.ratio)}`, message: fault }];
  });
}

function cellFault({ tier, ratio, text, pixels }: SizeCell): string | undefined {
  if (!pixels) return `Size ${JSON.stringify(text)} of ${tier} ${ratio} must be <width>x<height>.`;
  const [width = 0, height = 1] = ratio.split(':').map(Number);
  const drift = Math.abs((pixels.width * height) / (pixels.height * width) - 1);
  return drift > RATIO_TOLERANCE ? `Size ${text} of ${tier} ${ratio} is far from that ratio.` : undefined;
}

function tierFindings(
  { file }: ModelSource,
  { tierField, tierValues, tiers }: SizeTable,
): readonly Finding[] {
  return tierValues
    .filter((value) => !tiers.some((tier) => tier.toLowerCase() === value.toLowerCase()))
    .map((value) => ({
      file,
      pointer: `/properties/${toStep(tierField)}/enum`,
      message: `Tier "${value}" of "${tierField}" has no row in x-sizes.table, which has ${tiers.join(', ')}.`,
    }));
}
