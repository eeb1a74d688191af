import type { Size } from '../draw/stage.ts';
import { createRandom } from '../scene/create-random.ts';

const CLOSEST = 1.34;

/**
 * Plans a slow zoom from the whole picture to a part of it that the seed picks: the anchor, in pixels from the upper left corner, stays
 * where it is, and `scaleAt` tells how much larger the picture is at a share (0 to 1) of the clip. The part is never in the upper left corner, where the
 * caption stays, and never in the middle, where a picture of a few large areas would hardly change.
 */
export function planZoom({ width, height }: Size, seed: number) {
  const random = createRandom(seed, 6);
  const isLevel = random.chance(0.4);
  return {
    anchorX: width * random.between(0.82, 0.95),
    anchorY: height * (isLevel ? random.between(0.4, 0.6) : random.between(0.8, 0.95)),
    scaleAt: (share: number) => CLOSEST ** share,
  };
}
