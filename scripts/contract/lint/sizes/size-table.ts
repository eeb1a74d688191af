import type { Json, JsonObject, ModelSource } from '../../contract.ts';
import { isObject, stringList, toObject } from '../../json.ts';

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
  /** Name of the field with the size. */
  readonly sizeField: string;
  /** Every notation of a size, except for exact pixels. */
  readonly spellings: readonly string[];
  readonly hasPixels: boolean;
  /** Whether these are the sizes of one of its cases. */
  readonly isOfCase?: true;
  /** Name of the field with the tier. */
  readonly tierField: string;
  /** Values of that field, as spelled; empty when the field is open. */
  readonly tierValues: readonly string[];
  /** Names of the rows. */
  readonly tiers: readonly string[];
  readonly cells: readonly SizeCell[];
  /** Largest area in exact pixels; undefined when exact pixels are not supported. */
  readonly largestArea: number | undefined;
}

/** Reads `x-sizes`; undefined for a model without sizes. */
export function readSizeTable({ vocabulary, requestSchema }: ModelSource): SizeTable | undefined {
  const sizes = vocabulary['x-sizes'];
  if (!isObject(sizes) || !isObject(sizes.table) || !isObject(sizes.fields)) return undefined;
  const tierField = String(sizes.fields.tier);
  const { properties } = requestSchema;
  const field = isObject(properties) ? properties[tierField] : undefined;
  return {
    sizes,
    sizeField: String(sizes.fields.size),
    spellings: listSpellings(sizes),
    hasPixels: listForms(sizes).has('pixels'),
    tierField,
    tierValues: isObject(field) ? stringList(field.enum) : [],
    tiers: Object.keys(sizes.table),
    cells: Object.entries(sizes.table).flatMap(([tier, row]) => readRow(tier, row)),
    largestArea: listForms(sizes).has('pixels') ? largestArea(sizes.pixels) : undefined,
  };
}

/** The cells that a request can reach: those of the tiers that its tier field allows. */
export function reachableCells({ cells, tierValues }: SizeTable): readonly SizeCell[] {
  if (tierValues.length === 0) return cells;
  const reachable = new Set(tierValues.map((tier) => tier.toLowerCase()));
  return cells.filter(({ tier }) => reachable.has(tier.toLowerCase()));
}

function readRow(tier: string, row: Json | undefined): readonly SizeCell[] {
  if (!isObject(row)) return [];
  return Object.entries(row).map(([ratio, cell]) => {
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

function listSpellings(sizes: JsonObject): readonly string[] {
  const [forms, table] = [listForms(sizes), toObject(sizes.table)];
  const separators = Array.isArray(sizes.ratio_separators) ? stringList(sizes.ratio_separators) : [':'];
  const ratios = new Set(Object.values(table).flatMap((row) => Object.keys(toObject(row))));
  return [
    ...(forms.has('auto') ? ['auto'] : []),
    ...(forms.has('tier') ? Object.keys(table).flatMap((tier) => [tier, tier.toLowerCase()]) : []),
    ...(forms.has('ratio')
      ? [...ratios].flatMap((ratio) => separators.map((separator) => ratio.replace(':', separator)))
      : []),
  ];
}

function listForms(sizes: JsonObject): ReadonlySet<string> {
  const cases = Array.isArray(sizes.cases) ? sizes.cases : [];
  return new Set([
    ...stringList(sizes.forms),
    ...cases.flatMap((entry: Json) => (isObject(entry) ? stringList(entry.forms) : [])),
  ]);
}

function largestArea(limits: Json | undefined): number {
  if (!isObject(limits)) return Number.POSITIVE_INFINITY;
  const area =
    isObject(limits.area) && typeof limits.area.max === 'number' ? limits.area.max : Number.POSITIVE_INFINITY;
  const side =
    isObject(limits.side) && typeof limits.side.max === 'number' ? limits.side.max : Number.POSITIVE_INFINITY;
  return Math.min(area, side * side);
}
