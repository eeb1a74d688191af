import { type Box, createStage, type Size, type Stage } from '../draw/stage.ts';

/** The part of a stage that a clip shows, in stage units, and its scale. */
export interface View extends Box {
  readonly pixelsPerUnit: number;
}

/** Stage units between every second view, while there are few: an even number of steps includes the middle. */
const PAIR = 100;
const MOST_STEPS = 128;

/**
 * The stage of the picture that a clip begins with, and what the clip can show of it: as much as fits its ratio. There is one view where
 * the ratios are the same, or else several from end to end.
 */
export function viewsOf(
  clip: Size,
  still: Size = clip,
): { readonly stage: Stage; readonly views: readonly View[] } {
  const stage = createStage(still.width, still.height);
  const pixelsPerUnit = Math.max(clip.width / stage.width, clip.height / stage.height);
  const [width, height] = [clip.width / pixelsPerUnit, clip.height / pixelsPerUnit];
  const [across, down] = [stage.width - width, stage.height - height];
  const room = Math.max(across, down);
  const count = Math.min(2 * Math.ceil(room / PAIR), MOST_STEPS);
  const steps = room < 1 ? [0.5] : Array.from({ length: count + 1 }, (_, step) => step / count);
  const views = steps.map((step) => ({ x: across * step, y: down * step, width, height, pixelsPerUnit }));
  return { stage, views };
}

export function shareIn(view: Box, { x, y, width, height }: Box): number {
  const across = Math.min(x + width, view.x + view.width) - Math.max(x, view.x);
  const down = Math.min(y + height, view.y + view.height) - Math.max(y, view.y);
  return (Math.max(across, 0) * Math.max(down, 0)) / (width * height);
}
