import type { Box } from '../draw/stage.ts';
import type { MediaTools } from '../media-tools.ts';
import { type Bitmap, toBitmap } from './bitmap.ts';

/** Something to draw: the part of a drawing in `box`, in the drawing's units, and its size in pixels. */
export interface Cut {
  readonly drawing: string;
  readonly box: Box;
  readonly width: number;
  readonly height: number;
}

/** Draws many small pictures at once, which takes little longer than one: shelf by shelf, in the order given. */
export async function drawAtlas(
  cuts: readonly Cut[],
  tools: Pick<MediaTools, 'draw'>,
): Promise<readonly Bitmap[]> {
  if (cuts.length === 0) return [];
  const stride = Math.max(1024, ...cuts.map(({ width }) => width));
  const places = placeOnShelves(cuts, stride);
  const height = Math.max(...cuts.map((cut, index) => (places[index]?.top ?? 0) + cut.height));
  const drawings = cuts.map(({ drawing, box, ...size }, index) => {
    const { left = 0, top = 0 } = places[index] ?? {};
    return (
      `<svg x="${left}" y="${top}" width="${size.width}" height="${size.height}" preserveAspectRatio="none" ` +
      `viewBox="${[box.x, box.y, box.width, box.height].map((value) => value.toFixed(4)).join(' ')}">${drawing}</svg>`
    );
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${stride}" height="${height}">${drawings.join('')}</svg>`;
  const pixels = await tools.draw(svg, { width: stride, height, alpha: true });
  return cuts.map(({ width, height: rows }, index) => {
    const { left = 0, top = 0 } = places[index] ?? {};
    return toBitmap(pixels, { stride, left, top, width, height: rows });
  });
}

interface Place {
  readonly left: number;
  readonly top: number;
}

function placeOnShelves(cuts: readonly Cut[], stride: number): readonly Place[] {
  let [left, top, shelf] = [0, 0, 0];
  return cuts.map(({ width, height }) => {
    if (left + width > stride) [left, top, shelf] = [0, top + shelf, 0];
    const place = { left, top };
    left += width;
    shelf = Math.max(shelf, height);
    return place;
  });
}
