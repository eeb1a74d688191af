import { plain } from '../markdown.ts';

/** The sizes of a ratio, each `1024x768`, the smallest tier first. */
export interface RatioSizes {
  readonly ratio: string;
  readonly sizes: readonly string[];
}

/** Length of the largest side of all sizes, in pixels of the page. */
const LARGEST = 112;

/** Space for the label. */
const LABEL = 24;

/** Draws the outlines of all sizes to one scale: a figure for each ratio, in which each tier is an outline. */
export function drawSizes(ratios: readonly RatioSizes[], tiers: readonly string[]): string {
  const all = ratios.flatMap(({ sizes }) => sizes.map(toDimensions));
  const scale = LARGEST / Math.max(...all.flatMap(({ width, height }) => [width, height]));
  const figures = ratios.map((ratio) => drawRatio(ratio, scale));
  const label = `Outlines of the sizes in ${tiers.join(', ')} drawn to the same scale, one figure for each ratio; the table has the pixels.`;
  return `<div class="sizes" role="img" aria-label="${plain(label)}">${figures.join('')}</div>`;
}

function drawRatio({ ratio, sizes }: RatioSizes, scale: number): string {
  const drawn = sizes
    .map(toDimensions)
    .map(({ width, height }) => ({ width: width * scale, height: height * scale }));
  const across = Math.ceil(Math.max(36, ...drawn.map(({ width }) => width))) + 2;
  const bottom = Math.ceil(Math.max(...drawn.map(({ height }) => height))) + 1;
  const shapes = drawn.map(
    ({ width, height }) =>
      `<rect x="1" y="${(bottom - height).toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" rx="2" />`,
  );
  const down = bottom + LABEL;
  return `<svg viewBox="0 0 ${across} ${down}" width="${across}" height="${down}" aria-hidden="true">${shapes.join('')}<text x="1" y="${down - 6}">${plain(ratio)}</text></svg>`;
}

function toDimensions(size: string): { readonly width: number; readonly height: number } {
  const [width = 1, height = 1] = size.split('x').map(Number);
  return { width, height };
}
