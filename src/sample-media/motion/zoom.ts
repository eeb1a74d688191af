import { createRandom } from '../scene/create-random.ts';

/** A slow zoom: at `share` (0 to 1) of the clip the picture is `scale` times as large, and the anchor stays where it is. */
export interface Zoom {
  /** Pixels from the upper left corner. */
  readonly anchorX: number;
  readonly anchorY: number;
  scaleAt(share: number): number;
}

/** The scale at the end. */
const CLOSEST = 1.34;

/**
 * Plans a zoom from the whole picture to a part of it that the seed picks. The part is never in the upper left corner, where the
 * caption stays, and never in the middle, where a picture of a few large areas would hardly change.
 */
export function planZoom(
  { width, height }: { readonly width: number; readonly height: number },
  seed: number,
): Zoom {
  const random = createRandom(seed, 6);
  const isLevel = random.chance(0.4);
  return {
    anchorX: width * random.between(0.82, 0.95),
    anchorY: height * (isLevel ? random.between(0.4, 0.6) : random.between(0.8, 0.95)),
    scaleAt: (share) => CLOSEST ** share,
  };
}
