import { createStage, type Stage } from '../stage.ts';

/** The part of a stage that a clip shows, in stage units, and its scale. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly pixelsPerUnit: number;
}

interface Sides {
  readonly width: number;
  readonly height: number;
}

/** The stage of the picture that a clip begins with, and what the clip shows of it: as much as fits its ratio, from the middle. */
export function viewOf(clip: Sides, still: Sides = clip): { readonly stage: Stage; readonly view: View } {
  const stage = createStage(still.width, still.height);
  const pixelsPerUnit = Math.max(clip.width / stage.width, clip.height / stage.height);
  const [width, height] = [clip.width / pixelsPerUnit, clip.height / pixelsPerUnit];
  const [x, y] = [(stage.width - width) / 2, (stage.height - height) / 2];
  return { stage, view: { x, y, width, height, pixelsPerUnit } };
}
