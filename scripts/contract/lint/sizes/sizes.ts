import { resolveSize } from '../../../../src/contract/sizes/size.ts';
import type { Json, JsonObject, ModelSource } from '../../contract.ts';
import { toList, toObject, withoutProvenance } from '../../json.ts';
import { toNumber } from '../../ratio.ts';
import { bindRequest } from '../expressions/evaluate.ts';
import { type Finding, toStep } from '../problem.ts';
import { findCells, forSizes, type SizeCell, type SizeTable } from './size-table.ts';

type Sizes = NonNullable<Parameters<typeof resolveSize>[0]['sizes']>;
type Violation = Extract<
  NonNullable<ReturnType<typeof resolveSize>>,
  { kind: 'invalid' }
>['violations'][number];

/** Allowed deviation of pixels from their ratio: tables round to steps of 16 or 32. */
const RATIO_TOLERANCE = 0.05;

/** Every cell of a size table is `<width>x<height>` near its ratio, and rows have the same ratios. */
export const sizeTablesAreComplete = forSizes((model, table) => [
  ...findCells(model, table, cellFault),
  ...holeFindings(model, table),
  ...orderFindings(model, table),
  ...autoFindings(model, table),
]);

/** The size that a request names, or gets by default, is one that the model has; tested with the enum and the examples. */
export const sizesOfRequestsExist = forSizes((model, { sizeField }) => {
  const { default: unasked, enum: values } = toObject(toObject(model.requestSchema.properties)[sizeField]);
  const property = `/properties/${toStep(sizeField)}`;
  const examples = toList(toObject(model.vocabulary['x-examples']).valid).map(toObject);
  const sized = (size: Json | undefined) => ({ [sizeField]: size });
  return [
    ...refusedFindings(model, { pointer: `${property}/default`, what: DEFAULT, request: sized(unasked) }),
    ...toList(values).flatMap((value, index) =>
      refusedFindings(model, {
        pointer: `${property}/enum/${index}`,
        what: `The value ${JSON.stringify(value)}`,
        request: sized(value),
      }),
    ),
    ...examples.flatMap(({ name, request: given }, index) => {
      const request = toObject(given);
      if (request[sizeField] === undefined) return []; // it has the default
      const what = `Valid example "${String(name)}"`;
      return refusedFindings(model, { pointer: `/x-examples/valid/${index}`, what, request });
    }),
    ...provenFindings(model),
  ];
});

const DEFAULT = 'The default';

const RULES = ['size_unsupported', 'size_form', 'size_side', 'size_ratio', 'size_area'];

/** What the gateway finds wrong with the size of a request; nothing where it cannot tell, which another rule reports. */
function sizeViolations(model: ModelSource, fields: JsonObject): readonly Violation[] {
  const request = { model: model.id, ...fields };
  const sizes = withoutProvenance(model.vocabulary['x-sizes'] ?? null) as unknown as Sizes; // by the dialect
  try {
    const resolution = resolveSize({ sizes }, request, bindRequest(model, request));
    return resolution?.kind === 'invalid' ? resolution.violations : [];
  } catch {
    return [];
  }
}

/** An invalid example for a rule on sizes has a size that breaks this rule. */
function provenFindings(model: ModelSource): readonly Finding[] {
  const invalid = toList(toObject(model.vocabulary['x-examples']).invalid).map(toObject);
  return invalid.flatMap(({ name, breaks, request }, index) => {
    if (!RULES.includes(String(breaks))) return [];
    const broken = sizeViolations(model, toObject(request)).map(({ rule }) => rule);
    if (broken.some((rule) => rule === breaks)) return [];
    const message = `Invalid example "${String(name)}" does not break ${String(breaks)}: its size breaks ${broken.join(' and ') || 'nothing'}.`;
    return [{ file: model.file, pointer: `/x-examples/invalid/${index}`, message }];
  });
}

interface SizedRequest {
  readonly pointer: string;
  readonly what: string;
  readonly request: JsonObject;
}

function refusedFindings(model: ModelSource, { pointer, what, request }: SizedRequest): readonly Finding[] {
  return sizeViolations(model, request)
    .slice(0, 1)
    .map(({ message }) => ({
      file: model.file,
      pointer,
      message: `${what} is refused: ${message}.`,
      spoils: what === DEFAULT ? ['x-examples'] : [],
    }));
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
