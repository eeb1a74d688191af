import type { SceneThing } from '../../gateway/ports/media/media.ts';
import type { Palette } from '../scene/palettes.ts';
import { buildings } from './draw-buildings.ts';
import { plants } from './draw-plants.ts';
import { skyThings } from './draw-sky-things.ts';
import type { Box } from './stage.ts';

/** The subjects of a scene, and thus the layers of a decomposition. */
export type SubjectKind = SceneThing;

/** How to draw one kind: its natural size in stage units and its shapes within 0..width, 0..height. */
export interface SubjectDrawing {
  readonly width: number;
  readonly height: number;
  /** `pose` is a share of its movement, which begins and ends with 0. */
  readonly draw: (palette: Palette, pose: number) => string;
}

export const drawings: Readonly<Record<SubjectKind, SubjectDrawing>> = {
  ...skyThings,
  ...buildings,
  ...plants,
};

/** Draws one subject into a box of the stage, keeping its proportions. */
export function drawSubject(
  kind: SubjectKind,
  palette: Palette,
  { pose = 0, ...box }: Box & { readonly pose?: number },
): string {
  const { width, height, draw } = drawings[kind];
  const place = [box.x, box.y, box.width, box.height].map((value) => value.toFixed(2));
  return (
    `<svg x="${place[0]}" y="${place[1]}" width="${place[2]}" height="${place[3]}" ` +
    `viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid meet">${draw(palette, pose)}</svg>`
  );
}
