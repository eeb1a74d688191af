import type { Json, JsonObject, ModelSource } from '../../contract.ts';
import { isObject, stringList, toEntries, toList, toObject } from '../../json.ts';
import { type Finding, type LintRule, toStep } from '../problem.ts';

/** One cell of a size table. */
export interface SizeCell {
  readonly tier: string;
  readonly ratio: string;
  readonly text: string;
  readonly pixels: { readonly width: number; readonly height: number } | undefined;
}

/** The sizes of a model, as the rules read them. */
export interface SizeTable {
  /** `x-sizes` as written. */
  readonly sizes: JsonObject;
  readonly sizeField: string;
  readonly tierField: string;
  /** Values of that field, as spelled; empty when the field is open. */
  readonly tierValues: readonly string[];
  /** Names of the rows. */
  readonly tiers: readonly string[];
  readonly cells: readonly SizeCell[];
  /** Largest area in exact pixels; undefined when exact pixels are not supported. */
  readonly largestArea: number | undefined;
}

/** A rule for the models with sizes. */
export function forSizes(check: (model: ModelSource, table: SizeTable) => readonly Finding[]): LintRule {
  return ({ models }) =>
    models.flatMap((model) => {
      const table = readSizeTable(model);
      return table ? check(model, table) : [];
    });
}

/** A finding for each cell that has a fault. */
export function findCells(
  { file }: ModelSource,
  { cells }: SizeTable,
  faultOf: (cell: SizeCell) => string | undefined,
): readonly Finding[] {
  return cells.flatMap((cell) => {
    const message = faultOf(cell);
    const pointer = `/x-sizes/table/${toStep(cell.tier)}/${toStep(cell.ratio)}`;
    return message === undefined ? [] : [{ file, pointer, message }];
  });
}

/** Reads `x-sizes`; undefined for a model without sizes. */
export function readSizeTable({ vocabulary, requestSchema }: ModelSource): SizeTable | undefined {
  const sizes = vocabulary['x-sizes'];
  if (!isObject(sizes) || !isObject(sizes.table) || !isObject(sizes.fields)) return undefined;
  const tierField = String(sizes.fields.tier);
  const field = toObject(toObject(requestSchema.properties)[tierField]);
  return {
    sizes,
    sizeField: String(sizes.fields.size),
    tierField,
    tierValues: stringList(field.enum),
    tiers: Object.keys(sizes.table),
    cells: Object.entries(sizes.table).flatMap(([tier, row]) => readRow(tier, row)),
    largestArea: listForms(sizes).includes('pixels') ? largestArea(sizes.pixels) : undefined,
  };
}

/** The cells that a request can reach: those of the tiers that its tier field allows. */
export function reachableCells({ cells, tierValues }: SizeTable): readonly SizeCell[] {
  if (tierValues.length === 0) return cells;
  const reachable = new Set(tierValues.map((tier) => tier.toLowerCase()));
  return cells.filter(({ tier }) => reachable.has(tier.toLowerCase()));
}

function readRow(tier: string, row: Json | undefined): readonly SizeCell[] {
  return toEntries(row).map(([ratio, cell]) => {
    const text = String(cell);
    const match = /^([1-9]\d*)x([1-9]\d*)$/.exec(text);
    return {
      tier,
      ratio,
      text,
      pixels: match ? { width: Number(match[1]), height: Number(match[2]) } : undefined,
    };
  });
}

/** Every notation of a size in these forms, except for exact pixels. */
export function sizeSpellings(sizes: JsonObject, forms: readonly string[]): readonly string[] {
  const table = toObject(sizes.table);
  const separators = stringList(sizes.ratio_separators ?? [':']);
  const ratios = new Set(Object.values(table).flatMap((row) => Object.keys(toObject(row))));
  return [
    ...(forms.includes('auto') ? ['auto'] : []),
    ...(forms.includes('tier') ? Object.keys(table).flatMap(bothCases) : []),
    ...(forms.includes('ratio') ? [...ratios] : []).flatMap((ratio) =>
      separators.map((separator) => ratio.replace(':', separator)),
    ),
  ];
}

function bothCases(tier: string): readonly string[] {
  return tier === tier.toLowerCase() ? [tier] : [tier, tier.toLowerCase()];
}

/** The forms that a size may have, whatever the request. */
export function listForms(sizes: JsonObject): readonly string[] {
  return [sizes, ...toList(sizes.cases)].flatMap((place) => stringList(toObject(place).forms));
}

function largestArea(limits: Json | undefined): number {
  const { area, side } = toObject(limits);
  return Math.min(mostOf(area), mostOf(side) ** 2);
}

function mostOf(range: Json | undefined): number {
  const { max } = toObject(range);
  return typeof max === 'number' ? max : Number.POSITIVE_INFINITY;
}
