import type { PaintedBlock } from '../video/write-painted-frame.ts';
import { blockSide, type YuvPicture } from '../video/yuv-picture.ts';
import type { Plane } from './bitmap.ts';
import { type Layer, type PlacedLayer, placeLayer } from './layer.ts';

export interface Scenery {
  readonly backdrop: YuvPicture;
  /** From the farthest to the nearest. */
  readonly layers: readonly Layer[];
  readonly pixelsPerUnit: number;
  readonly framesPerSecond: number;
}

/** Paints a scene frame by frame, from frame 0 on; the backdrop is not changed. */
export function createPainter(scenery: Scenery) {
  const { backdrop, layers } = scenery;
  const [columns, rows] = [backdrop.stride / blockSide, backdrop.rows / blockSide];
  const size = { columns, rows };
  const place = (frame: number) => layers.map((layer) => placeLayer(layer, frame, scenery));
  let frame = 0;
  let placed = place(0);
  const block = createBlock(backdrop);
  return {
    /** The whole frame 0. */
    first(): YuvPicture {
      const picture = { ...backdrop, y: backdrop.y.slice(), u: backdrop.u.slice(), v: backdrop.v.slice() };
      const { stride, rows: height } = backdrop;
      const luma = { samples: picture.y, stride, left: 0, top: 0, width: stride, height };
      const half = { ...luma, stride: stride / 2, width: stride / 2, height: height / 2 };
      const planes = [luma, { ...half, samples: picture.u }, { ...half, samples: picture.v }] as const;
      for (const layer of placed) if (layer) blendAll(planes, layer);
      return picture;
    },
    /** The blocks of the next frame in which something moves, sorted by address. The samples are overwritten by the next block. */
    *next(): Iterable<PaintedBlock> {
      frame += 1;
      const before = placed;
      placed = place(frame);
      const moved = new Uint8Array(columns * rows);
      const mark = (address: number) => {
        moved[address] = 1;
      };
      for (const [index, layer] of placed.entries()) {
        const last = before[index];
        if (isSame(layer, last)) continue;
        if (layer) eachBlock(layer, size, mark);
        if (last) eachBlock(last, size, mark);
      }
      const inBlock: PlacedLayer[][] = [];
      for (const layer of placed) {
        if (!layer) continue;
        eachBlock(layer, size, (address) => {
          if (moved[address] === 0) return;
          const list = inBlock[address];
          if (list) list.push(layer);
          else inBlock[address] = [layer];
        });
      }
      for (let address = 0; address < moved.length; address += 1) {
        if (moved[address] === 0) continue;
        const row = Math.floor(address / columns);
        yield { address, samples: block.paint(address - row * columns, row, inBlock[address] ?? []) };
      }
    },
  };
}

function isSame(one: PlacedLayer | undefined, other: PlacedLayer | undefined): boolean {
  if (!one || !other) return one === other;
  return (
    one.left === other.left &&
    one.top === other.top &&
    one.bitmap === other.bitmap &&
    one.opacity === other.opacity &&
    one.columns === other.columns
  );
}

/** Visits the blocks of the picture that a layer touches. */
function eachBlock(
  {
    left,
    top,
    columns: width,
    bitmap: {
      y: { height },
    },
  }: PlacedLayer,
  { columns, rows }: { readonly columns: number; readonly rows: number },
  visit: (address: number) => void,
): void {
  const lastRow = Math.min(Math.floor((top + height - 1) / blockSide), rows - 1);
  const lastColumn = Math.min(Math.floor((left + width - 1) / blockSide), columns - 1);
  const firstColumn = Math.max(Math.floor(left / blockSide), 0);
  for (let row = Math.max(Math.floor(top / blockSide), 0); row <= lastRow; row += 1)
    for (let column = firstColumn; column <= lastColumn; column += 1) visit(row * columns + column);
}

interface Target {
  readonly samples: Uint8Array;
  readonly stride: number;
  /** Of the whole plane. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Paints what a plane of a layer has in a rectangle. */
function blend(
  { samples, stride, left, top, width, height }: Target,
  plane: Plane,
  layer: { readonly left: number; readonly top: number; readonly columns: number; readonly opacity: number },
): void {
  const { opacity } = layer;
  const { samples: colours, strength: strengths } = plane;
  const fromX = Math.max(layer.left, left);
  const toX = Math.min(layer.left + layer.columns, left + width);
  const toY = Math.min(layer.top + plane.height, top + height);
  for (let y = Math.max(layer.top, top); y < toY; y += 1) {
    let source = (y - layer.top) * plane.width + fromX - layer.left;
    let at = (y - top) * stride + fromX - left;
    for (let x = fromX; x < toX; x += 1, source += 1, at += 1) {
      const strength = ((strengths[source] ?? 0) * opacity) >> 8;
      if (strength === 0) continue;
      const colour = colours[source] ?? 0;
      const under = samples[at] ?? 0;
      samples[at] = strength === 256 ? colour : under + (((colour - under) * strength + 128) >> 8);
    }
  }
}

/** Paints a layer into the same rectangle of all planes. */
function blendAll(targets: readonly [Target, Target, Target], layer: PlacedLayer): void {
  const { bitmap, left, top, columns, opacity } = layer;
  const half = { left: left >> 1, top: top >> 1, columns: (columns + 1) >> 1, opacity };
  blend(targets[0], bitmap.y, layer);
  blend(targets[1], bitmap.u, half);
  blend(targets[2], bitmap.v, half);
}

function createBlock({ y, u, v, stride }: YuvPicture) {
  const samples = new Uint8Array(384);
  const planes = [
    { from: y, fromStride: stride, start: 0, side: 16 },
    { from: u, fromStride: stride / 2, start: 256, side: 8 },
    { from: v, fromStride: stride / 2, start: 320, side: 8 },
  ].map((plane) => ({ ...plane, part: samples.subarray(plane.start, plane.start + plane.side ** 2) }));
  const targets = planes.map(
    ({ part, side }): MovingTarget => ({
      samples: part,
      stride: side,
      left: 0,
      top: 0,
      width: side,
      height: side,
    }),
  ) as [MovingTarget, MovingTarget, MovingTarget]; // as many as planes
  return {
    paint(column: number, row: number, layers: readonly PlacedLayer[]) {
      for (let index = 0; index < 3; index += 1) {
        const plane = planes[index];
        const target = targets[index];
        if (!plane || !target) continue;
        target.left = column * plane.side;
        target.top = row * plane.side;
        copyRows(plane, target);
      }
      for (const layer of layers) blendAll(targets, layer);
      return samples;
    },
  };
}

type MovingTarget = { -readonly [Member in keyof Target]: Target[Member] };

function copyRows(
  { from, fromStride }: { readonly from: Uint8Array; readonly fromStride: number },
  { samples, left, top, width, height }: Target,
): void {
  for (let line = 0; line < height; line += 1) {
    const start = (top + line) * fromStride + left;
    for (let at = 0; at < width; at += 1) samples[line * width + at] = from[start + at] ?? 0;
  }
}
