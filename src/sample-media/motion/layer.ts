import type { Box } from '../draw/stage.ts';
import type { Cut } from './atlas.ts';
import type { Bitmap } from './bitmap.ts';
import type { View } from './view.ts';

/** Where a layer is in one frame, relative to where it was drawn. */
export interface Pose {
  /** Stage units. */
  readonly x: number;
  readonly y: number;
  /** Number of its picture. */
  readonly picture?: number;
  /** 0 to 1. */
  readonly opacity?: number;
  /** The share of its width that is shown, from the left. */
  readonly shown?: number;
}

/** A part of the scene in front of the backdrop, before it is drawn. */
export interface PlannedLayer {
  /** One drawing for each of its pictures, all of the same box. */
  readonly drawings: readonly string[];
  /** The box in stage units. */
  readonly box: Box;
  /** Its pose this many seconds after the beginning; at 0 it is where it was drawn. */
  readonly at: (seconds: number) => Pose;
  /** Number of frames between changes. */
  readonly every: number;
}

/** A layer with its pictures, in pixels of the clip. */
export interface Layer extends Pick<PlannedLayer, 'at' | 'every'> {
  readonly bitmaps: readonly Bitmap[];
  readonly left: number;
  readonly top: number;
}

/** A layer at one moment, in whole pixels. */
export interface PlacedLayer {
  readonly bitmap: Bitmap;
  readonly left: number;
  readonly top: number;
  /** 0 to 256. */
  readonly opacity: number;
  /** Columns that are shown. */
  readonly columns: number;
}

/** The pixels that a layer's box covers in the view, an even number of them from an even one on, and what to draw there. */
export function toCuts(
  { drawings, box }: PlannedLayer,
  view: View,
): { readonly left: number; readonly top: number; readonly cuts: readonly Cut[] } {
  const { pixelsPerUnit: scale } = view;
  const toEven = (units: number) => 2 * Math.floor((units * scale) / 2);
  const left = toEven(box.x - view.x);
  const top = toEven(box.y - view.y);
  const width = toEven(box.x + box.width - view.x) + 2 - left;
  const height = toEven(box.y + box.height - view.y) + 2 - top;
  const part = {
    x: view.x + left / scale,
    y: view.y + top / scale,
    width: width / scale,
    height: height / scale,
  };
  return { left, top, cuts: drawings.map((drawing) => ({ drawing, box: part, width, height })) };
}

/** Where a layer is in a frame; undefined when none of it is visible. */
export function placeLayer(
  { at, every, bitmaps, left, top }: Layer,
  frame: number,
  { pixelsPerUnit, framesPerSecond }: { readonly pixelsPerUnit: number; readonly framesPerSecond: number },
): PlacedLayer | undefined {
  const pose = at((frame - (frame % every)) / framesPerSecond);
  const bitmap = bitmaps[(pose.picture ?? 0) % bitmaps.length];
  const opacity = Math.round((pose.opacity ?? 1) * 256);
  if (!bitmap || opacity === 0) return undefined;
  return {
    bitmap,
    left: left + bitmap.left + Math.round(pose.x * pixelsPerUnit),
    top: top + bitmap.top + Math.round(pose.y * pixelsPerUnit),
    opacity,
    columns: Math.round(bitmap.y.width * (pose.shown ?? 1)),
  };
}
