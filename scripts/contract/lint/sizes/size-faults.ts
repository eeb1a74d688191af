import type { Json, JsonObject } from '../../contract.ts';
import { stringList, toObject } from '../../json.ts';
import { toNumber } from '../../ratio.ts';
import type { SizeTable } from './size-table.ts';

/** `9x21` is an unsupported ratio, not an image of 189 pixels. */
const LARGEST_RATIO_TERM = 32;

/** Why the model has no such size, as the rest of a sentence; undefined when it has. */
export function sizeFault(
  { sizes, spellings, hasPixels, isOfCase }: SizeTable,
  size: string,
): { readonly rule: string; readonly message: string } | undefined {
  if (spellings.includes(size)) return undefined;
  const limits = toObject(sizes.pixels);
  const pixels = hasPixels ? readPixels(size, limits) : undefined;
  if (pixels) return pixelFault(pixels, limits);
  const exact = hasPixels ? ['exact pixels'] : [];
  const which = isOfCase ? 'does not have for such a request' : 'does not have';
  const message = `which the model ${which}: it has ${[...spellings, ...exact].join(', ')}`;
  return { rule: isOfCase ? 'size_form' : 'size_unsupported', message };
}

interface Pixels {
  readonly width: number;
  readonly height: number;
}

function readPixels(size: string, { separators }: JsonObject): Pixels | undefined {
  const match = /^([1-9]\d{0,6})(\D)([1-9]\d{0,6})$/.exec(size);
  if (!match || !stringList(separators).includes(match[2] ?? '')) return undefined;
  const [width, height] = [Number(match[1]), Number(match[3])];
  return Math.max(width, height) > LARGEST_RATIO_TERM ? { width, height } : undefined;
}

function pixelFault({ width, height }: Pixels, { side, ratio, area }: JsonObject) {
  if (!isWithin(width, side) || !isWithin(height, side))
    return { rule: 'size_side', message: `but each side must be ${inWords(side)} pixels` };
  if (!isWithin(width / height, ratio))
    return { rule: 'size_ratio', message: `but width to height must be ${inWords(ratio)}` };
  if (!isWithin(width * height, area))
    return { rule: 'size_area', message: `but width times height must be ${inWords(area)}` };
  return undefined;
}

function isWithin(value: number, range: Json | undefined): boolean {
  const { min, max } = toObject(range);
  return (min === undefined || value >= toNumber(min)) && (max === undefined || value <= toNumber(max));
}

function inWords(range: Json | undefined): string {
  const { min, max } = toObject(range);
  if (min !== undefined && max !== undefined) return `${String(min)} to ${String(max)}`;
  return min === undefined ? `at most ${String(max)}` : `at least ${String(min)}`;
}
