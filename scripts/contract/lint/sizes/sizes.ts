import type { Json, JsonObject, ModelSource } from '../../contract.ts';
import { toList, toObject, toText } from '../../json.ts';
import { toNumber } from '../../ratio.ts';
import { evaluateFor } from '../expressions/evaluate.ts';
import { type Finding, toStep } from '../problem.ts';
import { sizeFault } from './size-faults.ts';
import { forSizes, readSizeTable, type SizeCell, type SizeTable } from './size-table.ts';

/** Allowed deviation of pixels from their ratio: tables round to steps of 16 or 32. */
const RATIO_TOLERANCE = 0.05;

/** Every cell of a size table is `<width>x<height>` near its ratio, and rows have the same ratios. */
export const sizeTablesAreComplete = forSizes((model, table) => [
  ...cellFindings(model, table),
  ...holeFindings(model, table),
  ...orderFindings(model, table),
  ...autoFindings(model, table),
]);

/** The size that a request names, or gets by default, is one that the model has; tested with the enum and the valid examples. */
export const sizesOfRequestsExist = forSizes((model, table) => {
  const { default: unasked, enum: values } = toObject(
    toObject(model.requestSchema.properties)[table.sizeField],
  );
  const property = `/properties/${toStep(table.sizeField)}`;
  const examples = toList(toObject(model.vocabulary['x-examples']).valid);
  return [
    ...spellingFindings({ model, table, pointer: `${property}/default`, what: DEFAULT }, unasked),
    ...toList(values).flatMap((value, index) =>
      spellingFindings({ model, table, pointer: `${property}/enum/${index}`, what: 'The enum' }, value),
    ),
    ...examples.flatMap((example, index) => {
      const { name, request } = toObject(example);
      const own = tableFor(model, table, toObject(request));
      const place = { pointer: `/x-examples/valid/${index}`, what: `Valid example "${name}"` };
      return spellingFindings({ model, table: own, ...place }, toObject(request)[table.sizeField]);
    }),
    ...provenFindings(model, table),
  ];
});

const DEFAULT = 'The default';

const RULES = ['size_unsupported', 'size_form', 'size_side', 'size_ratio', 'size_area'];

/** The sizes available to a request: those of the first case that applies to it, if any. */
function tableFor(model: ModelSource, table: SizeTable, request: JsonObject): SizeTable {
  const { cases, ...sizes } = table.sizes;
  const special = toList(cases)
    .map(toObject)
    .find(({ when }) => {
      const outcome = evaluateFor(model, toText(when), { model: model.id, ...request });
      return 'value' in outcome && outcome.value === true;
    });
  const own = special ? { ...sizes, forms: special.forms ?? [] } : sizes;
  const narrowed = readSizeTable({ ...model, vocabulary: { ...model.vocabulary, 'x-sizes': own } }) ?? table;
  return special ? { ...narrowed, isOfCase: true } : narrowed;
}

/** An invalid example for a rule on sizes has a size that breaks this rule. */
function provenFindings(model: ModelSource, table: SizeTable): readonly Finding[] {
  const { file, vocabulary, requestSchema } = model;
  const { default: unasked } = toObject(toObject(requestSchema.properties)[table.sizeField]);
  const invalid = toList(toObject(vocabulary['x-examples']).invalid).map(toObject);
  return invalid.flatMap(({ name, breaks, request }, index) => {
    const size = toObject(request)[table.sizeField] ?? unasked;
    if (!RULES.includes(String(breaks)) || typeof size !== 'string') return [];
    const rule = sizeFault(tableFor(model, table, toObject(request)), size)?.rule ?? 'nothing';
    if (rule === breaks) return [];
    const message = `Invalid example "${String(name)}" does not break ${String(breaks)} with ${table.sizeField} "${size}", which breaks ${rule}.`;
    return [{ file, pointer: `/x-examples/invalid/${index}`, message }];
  });
}

interface SizePlace {
  readonly model: ModelSource;
  readonly table: SizeTable;
  readonly pointer: string;
  readonly what: string;
}

function spellingFindings(
  { model, table, pointer, what }: SizePlace,
  size: Json | undefined,
): readonly Finding[] {
  const fault = typeof size === 'string' ? sizeFault(table, size) : undefined;
  if (fault === undefined) return [];
  const message = `${what} asks for ${table.sizeField} "${String(size)}", ${fault.message}.`;
  return [{ file: model.file, pointer, message, spoils: what === DEFAULT ? ['x-examples'] : [] }];
}

function cellFindings({ file }: ModelSource, { cells }: SizeTable): readonly Finding[] {
  return cells.flatMap((cell) => {
    const fault = cellFault(cell);
    if (fault === undefined) return [];
    return [{ file, pointer: `/x-sizes/table/${toStep(cell.tier)}/${toStep(cell.ratio)}`, message: fault }];
  });
}

function holeFindings({ file }: ModelSource, { cells, tiers }: SizeTable): readonly Finding[] {
  const ratios = [...new Set(cells.map(({ ratio }) => ratio))];
  return tiers.flatMap((tier) => {
    const row = cells.filter((cell) => cell.tier === tier);
    const holes = ratios.filter((ratio) => !row.some((cell) => cell.ratio === ratio));
    const [hole] = holes;
    if (hole === undefined) return [];
    const others = cells.filter((cell) => cell.ratio === hole).map((cell) => cell.tier);
    const pointer = `/x-sizes/table/${toStep(tier)}`;
    const message = `${tier} has no size for ${holes.join(' and ')}, which ${others.join(' and ')} ${others.length > 1 ? 'have' : 'has'}: add "${hole}": "<width>x<height>".`;
    return [{ file, pointer, message }];
  });
}

function cellFault({ tier, ratio, text, pixels }: SizeCell): string | undefined {
  if (!pixels) return `Size ${JSON.stringify(text)} of ${tier} ${ratio} must be <width>x<height>.`;
  const drift = Math.abs(pixels.width / pixels.height / toNumber(ratio) - 1);
  return drift > RATIO_TOLERANCE ? `Size ${text} of ${tier} ${ratio} is far from that ratio.` : undefined;
}

/** Of tiers named by a number, the larger number has the larger sizes; otherwise two rows are swapped. */
function orderFindings({ file }: ModelSource, { cells }: SizeTable): readonly Finding[] {
  const pairs = cells.flatMap((cell) => cells.map((other) => ({ cell, other })));
  const wrong = pairs.find(
    ({ cell, other }) => cell.ratio === other.ratio && isBelow(cell, other) && areaOf(cell) > areaOf(other),
  );
  if (!wrong) return [];
  const { cell, other } = wrong;
  const message = `${cell.tier} has a larger size for ${cell.ratio} than ${other.tier}, ${cell.text} and ${other.text}: are the rows swapped?`;
  return [{ file, pointer: `/x-sizes/table/${toStep(cell.tier)}`, message }];
}

function isBelow(cell: SizeCell, other: SizeCell): boolean {
  const [low, high] = [cell, other].map(({ tier }) => /^(\d+)(\D*)$/.exec(tier));
  return low?.[2] !== undefined && low[2] === high?.[2] && Number(low[1]) < Number(high[1]);
}

function areaOf({ pixels }: SizeCell): number {
  return pixels ? pixels.width * pixels.height : Number.NaN;
}

/** `auto` without a reference gets a ratio of the table. */
function autoFindings({ file }: ModelSource, { sizes, cells }: SizeTable): readonly Finding[] {
  const { ratio } = toObject(sizes.auto);
  const ratios = [...new Set(cells.map((cell) => cell.ratio))];
  if (typeof ratio !== 'string' || ratios.includes(ratio)) return [];
  const message = `x-sizes.table has no ratio "${ratio}": it has ${ratios.join(', ')}.`;
  return [{ file, pointer: '/x-sizes/auto/ratio', message }];
}
