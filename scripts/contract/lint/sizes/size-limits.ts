import type { Json, JsonObject, ModelSource } from '../../contract.ts';
import { isObject, stringList, toEntries, toObject } from '../../json.ts';
import { toNumber } from '../../ratio.ts';
import { type Finding, toLabel, toStep } from '../problem.ts';
import { findCells, forSizes, listForms, type SizeCell, type SizeTable } from './size-table.ts';

/** The longest side and the largest area that the simulator draws. */
const LARGEST = { side: 16_384, area: 100_000_000 } as const;

/** Every size that a request can specify, or get by default, can be generated. */
export const sizesCanBeGenerated = forSizes((model, table) => [
  ...defaultFindings(model, table),
  ...formFindings(model, table),
  ...rangeFindings(model),
  ...cellFindings(model, table),
  ...pixelFindings(model, table),
]);

function defaultFindings({ file, requestSchema }: ModelSource, { sizeField, tierField }: SizeTable) {
  const required = stringList(requestSchema.required);
  return [sizeField, tierField].flatMap((name): readonly Finding[] => {
    const property = toObject(requestSchema.properties)[name];
    if (!isObject(property) || property.default !== undefined || required.includes(name)) return [];
    const message = `"${name}" needs a default, or to be required: a request without it has no size.`;
    return [{ file, pointer: `/properties/${toStep(name)}`, message }];
  });
}

/** Exact pixels and `auto` each need a member, which has no meaning without the form. */
function formFindings({ file }: ModelSource, { sizes }: SizeTable): readonly Finding[] {
  const forms = listForms(sizes);
  return ['pixels', 'auto'].flatMap((form) => {
    if (forms.includes(form) === (sizes[form] !== undefined)) return [];
    if (sizes[form] !== undefined) {
      const message = `x-sizes.${form} has no effect: x-sizes.forms does not list "${form}".`;
      return [{ file, pointer: `/x-sizes/${form}`, message }];
    }
    const message = `x-sizes.forms lists "${form}", which needs x-sizes.${form}.`;
    return [{ file, pointer: '/x-sizes/forms', message }];
  });
}

function rangeFindings({ file, vocabulary }: ModelSource): readonly Finding[] {
  const { 'x-sizes': sizes, 'x-media': media } = vocabulary;
  const places = [
    { at: '/x-sizes/pixels', limits: toObject(toObject(sizes).pixels) },
    ...toEntries(media).map(([field, limits]) => ({
      at: `/x-media/${toStep(field)}`,
      limits: toObject(limits),
    })),
  ];
  return places.flatMap(({ at, limits }) =>
    toEntries(limits).flatMap(([name, range]): readonly Finding[] => {
      const { min, max } = toObject(range);
      if (min === undefined || max === undefined || toNumber(min) <= toNumber(max)) return [];
      const pointer = `${at}/${toStep(name)}`;
      return [
        { file, pointer, message: `${toLabel(pointer)}: the minimum ${min} is above the maximum ${max}.` },
      ];
    }),
  );
}

function cellFindings(model: ModelSource, table: SizeTable): readonly Finding[] {
  const isVideo = toObject(model.vocabulary['x-output']).kind === 'video';
  return findCells(model, table, (cell) => cellFault(cell, isVideo));
}

function cellFault({ text, tier, ratio, pixels }: SizeCell, isVideo: boolean): string | undefined {
  if (!pixels) return undefined; // another rule reports it
  const { width, height } = pixels;
  const what = `Size ${text} of ${tier} ${ratio}`;
  if (isVideo && (width % 2 === 1 || height % 2 === 1)) return `${what}: the sides of a video must be even.`;
  return isTooLarge(width, height) ? `${what} is too large: ${describeLargest()}.` : undefined;
}

function pixelFindings({ file }: ModelSource, { sizes: { pixels } }: SizeTable): readonly Finding[] {
  if (!isObject(pixels)) return [];
  const none = emptyFault(pixels);
  if (none !== undefined) return [{ file, pointer: '/x-sizes/pixels/area', message: none }];
  const area = toLimit(toObject(pixels.area).max);
  const steepest = Math.max(toLimit(toObject(pixels.ratio).max), 1 / toLimit(toObject(pixels.ratio).min));
  const side = Math.min(toLimit(toObject(pixels.side).max), Math.sqrt(area * steepest), area);
  const largest = Math.min(area, side * side);
  if (side <= LARGEST.side && largest <= LARGEST.area) return [];
  const message = `x-sizes.pixels allows sizes that are too large: ${describeLargest()}; limit "side" or "area".`;
  return [{ file, pointer: '/x-sizes/pixels', message }];
}

/** Limits on sides and area that contradict each other. */
function emptyFault({ side, area }: JsonObject): string | undefined {
  const { min = 1, max } = toObject(side);
  const [least, most] = [
    toNumber(min) ** 2,
    max === undefined ? Number.POSITIVE_INFINITY : toNumber(max) ** 2,
  ];
  const { min: smallest, max: largest } = toObject(area);
  if (least > most) return undefined; // reported for the side itself
  if (largest !== undefined && toNumber(largest) < least)
    return `x-sizes.pixels allows no size: sides of at least ${String(min)} have an area of ${least} or more, and area.max is ${String(largest)}.`;
  if (smallest !== undefined && toNumber(smallest) > most)
    return `x-sizes.pixels allows no size: sides of at most ${String(max)} have an area of ${most} or less, and area.min is ${String(smallest)}.`;
  return undefined;
}

function isTooLarge(width: number, height: number): boolean {
  return Math.max(width, height) > LARGEST.side || width * height > LARGEST.area;
}

function describeLargest(): string {
  return `a side has at most ${LARGEST.side} pixels, an image ${LARGEST.area}`;
}

/** Infinite when absent. */
function toLimit(value: Json | undefined): number {
  return value === undefined ? Number.POSITIVE_INFINITY : toNumber(value);
}
