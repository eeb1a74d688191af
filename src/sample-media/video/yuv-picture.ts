import type { Size } from '../draw/stage.ts';

/** A picture as H.264 stores it: BT.709 in limited range, colour at half resolution, sides padded to whole blocks of 16. */
export interface YuvPicture {
  /** Sides of the visible part; even. */
  readonly width: number;
  readonly height: number;
  /** Padded width of the Y plane; the colour planes have half of it. */
  readonly stride: number;
  readonly rows: number;
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
}

export const blockSide = 16;

/** Converts interleaved RGB bytes. The padding repeats the last column and row. */
export function toYuvPicture(rgb: Uint8Array, { width, height }: Size): YuvPicture {
  const stride = Math.ceil(width / blockSide) * blockSide;
  const rows = Math.ceil(height / blockSide) * blockSide;
  const y = new Uint8Array(stride * rows);
  const u = new Uint8Array(y.length / 4);
  const v = new Uint8Array(y.length / 4);
  for (let row = 0; row < rows; row += 1) {
    const line = Math.min(row, height - 1) * width;
    for (let column = 0; column < stride; column += 1) {
      const at = (line + Math.min(column, width - 1)) * 3;
      const red = rgb[at] ?? 0;
      const green = rgb[at + 1] ?? 0;
      const blue = rgb[at + 2] ?? 0;
      y[row * stride + column] = (11_966 * red + 40_254 * green + 4_064 * blue + 1_081_344) >> 16;
      if ((row | column) & 1) continue;
      const half = (row * stride) / 4 + column / 2;
      u[half] = (-6_596 * red - 22_189 * green + 28_784 * blue + 8_421_376) >> 16;
      v[half] = (28_784 * red - 26_145 * green - 2_639 * blue + 8_421_376) >> 16;
    }
  }
  return { width, height, stride, rows, y, u, v };
}

/** The visible part as one I420 buffer, the way the encoder takes it. */
export function toI420({ width, height, stride, y, u, v }: YuvPicture): Uint8Array {
  const packed = new Uint8Array((width * height * 3) / 2);
  let at = 0;
  const copy = (plane: Uint8Array, half: 1 | 2): void => {
    for (let row = 0; row < height / half; row += 1) {
      const start = (row * stride) / half;
      packed.set(plane.subarray(start, start + width / half), at);
      at += width / half;
    }
  };
  copy(y, 1);
  copy(u, 2);
  copy(v, 2);
  return packed;
}
