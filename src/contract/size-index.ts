import type { Sizes } from '../../generated/vocabulary.ts';
import { type Dimensions, parseDimensions } from './ratio.ts';

/** A notation of a size. */
export type SizeForm = Sizes['forms'][number];

/** A cell of the size table, as a shared plan. */
export interface SizeCell extends Dimensions {
  readonly kind: 'fixed';
  readonly tier: string;
}

/** The sizes of a model, indexed for lookup. */
export interface SizeIndex {
  /** Every notation that the model accepts in some case. */
  readonly forms: ReadonlySet<SizeForm>;
  /** Tiers by lower-case name. */
  readonly tiers: ReadonlyMap<string, string>;
  readonly ratios: ReadonlySet<string>;
  /** Pixels by tier and ratio. */
  readonly cells: ReadonlyMap<string, ReadonlyMap<string, SizeCell>>;
}

const indexes = new WeakMap<Sizes, SizeIndex>();

/** The index of a model's sizes, built once. */
export function indexSizes(sizes: Sizes): SizeIndex {
  const known = indexes.get(sizes);
  if (known) return known;
  const index = arrange(sizes);
  indexes.set(sizes, index);
  return index;
}

function arrange({ table, forms, cases = [] }: Sizes): SizeIndex {
  const rows = Object.entries(table);
  return {
    forms: new Set([...forms, ...cases.flatMap((special) => special.forms)]),
    tiers: new Map(rows.map(([tier]) => [tier.toLowerCase(), tier])),
    ratios: new Set(rows.flatMap(([, row]) => Object.keys(row))),
    cells: new Map(
      rows.map(([tier, row]) => [
        tier,
        new Map(Object.entries(row).map(([ratio, cell]) => [ratio, toCell(tier, cell)])),
      ]),
    ),
  };
}

function toCell(tier: string, cell: string): SizeCell {
  return Object.freeze({ kind: 'fixed', tier, ...parseDimensions(cell) });
}
