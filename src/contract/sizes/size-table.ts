import type { Sizes } from '../../../generated/vocabulary.ts';
import { type Dimensions, parseDimensions } from './ratio.ts';

export type SizeForm = Sizes['forms'][number];

export interface SizeCell extends Dimensions {
  readonly kind: 'fixed';
  readonly tier: string;
}

/** The tier of that name, case-insensitively. */
export function findTier({ table }: Sizes, name: string): string | undefined {
  if (Object.hasOwn(table, name)) return name;
  const wanted = name.toLowerCase();
  return Object.keys(table).find((tier) => tier.toLowerCase() === wanted);
}

/** Whether some tier has a size of that ratio. */
export function hasRatio({ table }: Sizes, ratio: string): boolean {
  return Object.values(table).some((row) => Object.hasOwn(row, ratio));
}

/** The ratios of all tiers, each once. */
export function ratiosOf({ table }: Sizes): readonly string[] {
  return [...new Set(Object.values(table).flatMap((row) => Object.keys(row)))];
}

export function rowOf({ table }: Sizes, tier: string): Readonly<Record<string, string>> {
  return (Object.hasOwn(table, tier) ? table[tier] : undefined) ?? {};
}

/** The size of a tier and a ratio, if there is one. */
export function cellOf(sizes: Sizes, tier: string, ratio: string): SizeCell | undefined {
  const row = rowOf(sizes, tier);
  const size = Object.hasOwn(row, ratio) ? row[ratio] : undefined;
  return size === undefined ? undefined : readCell(tier, size);
}

/** Cells that were read are kept: they are few, every request needs one, and unfinished tasks share them. */
const MOST_CELLS = 1000;
const cells = new Map<string, SizeCell>();

function readCell(tier: string, size: string): SizeCell {
  const known = cells.get(size);
  if (known?.tier === tier) return known;
  const cell: SizeCell = { kind: 'fixed', tier, ...parseDimensions(size) };
  if (cells.size < MOST_CELLS) cells.set(size, cell);
  return cell;
}
