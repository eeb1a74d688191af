import type { SubjectKind } from '../draw/draw-subject.ts';
import type { Size } from '../draw/stage.ts';
import { planScene } from './plan-scene.ts';

/** One layer above the base image (section 2.5). The box is [left, top, right, bottom] in whole pixels of the base image. */
export interface LayerPlan {
  readonly index: number;
  readonly name: string;
  readonly description: string;
  readonly box: readonly [number, number, number, number];
}

const descriptions: Readonly<Record<SubjectKind, string>> = {
  sun: 'The sun or the moon with its halo',
  cloud: 'A round white cloud',
  mountain: 'A mountain with a snowy summit',
  boat: 'A small sailing boat',
  house: 'A house with two windows and a door',
  tree: 'A broad tree',
  birds: 'A flight of four birds',
  balloon: 'A striped hot-air balloon',
  windmill: 'A windmill with four sails',
  pine: 'A pine tree',
  lighthouse: 'A striped lighthouse on its rock',
  wisp: 'A long thin cloud',
  kite: 'A kite with its tail',
  bush: 'A bush with berries',
  flowers: 'Four flowers',
  rocks: 'Two rocks',
};

/**
 * Places the layers of a decomposition, bottom to top, at most sixteen. Layers rendered at their box's size with the same seed and pasted at
 * these boxes over the base image give the whole landscape.
 */
export function planLayers(
  size: Size & { readonly seed: number },
  { count }: { readonly count: number },
): readonly LayerPlan[] {
  const { stage, subjects } = planScene(size, { subjects: count });
  const pixels = stage.pixelWidth / stage.width;
  return subjects.map(({ kind, x, y, width, height }, position) => {
    const left = Math.min(Math.round(x * pixels), size.width - 1);
    const top = Math.min(Math.round(y * pixels), size.height - 1);
    const right = Math.min(Math.max(Math.round((x + width) * pixels), left + 1), size.width);
    const bottom = Math.min(Math.max(Math.round((y + height) * pixels), top + 1), size.height);
    return {
      index: position + 1,
      name: kind,
      description: descriptions[kind],
      box: [left, top, right, bottom],
    };
  });
}
