export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** `9x21` is an unsupported ratio, not an image of 189 pixels. */
export const LARGEST_RATIO_TERM = 32;

/** Reads `<width>x<height>`; throws on anything else. */
export function parseDimensions(text: string): Dimensions {
  const match = /^(\d+)x(\d+)$/.exec(text);
  if (!match) throw new RangeError(`"${text}" is not <width>x<height>`);
  return { width: Number(match[1]), height: Number(match[2]) };
}

/** Reads a ratio such as `16:9`; throws on anything else. */
export function parseRatio(text: string): Dimensions {
  const match = /^(\d+):(\d+)$/.exec(text);
  if (!match) throw new RangeError(`"${text}" is not <width>:<height>`);
  return { width: Number(match[1]), height: Number(match[2]) };
}

/** Whether width/height lies in [min, max], both ends included, compared exactly. */
export function isRatioWithin(size: Dimensions, min: string, max: string): boolean {
  const low = parseRatio(min);
  const high = parseRatio(max);
  const above = size.width * low.height >= low.width * size.height;
  const below = size.width * high.height <= high.width * size.height;
  return above && below;
}

/** The ratio of the list that is nearest to width/height on a logarithmic scale; the first of equals. */
export function nearestRatio(size: Dimensions, ratios: readonly string[]): string | undefined {
  const wanted = Math.log(size.width / size.height);
  let best: { readonly ratio: string; readonly distance: number } | undefined;
  for (const ratio of ratios) {
    const { width, height } = parseRatio(ratio);
    const distance = Math.abs(Math.log(width / height) - wanted);
    if (!best || distance < best.distance) best = { ratio, distance };
  }
  return best?.ratio;
}
