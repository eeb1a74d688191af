/** Samples of one plane of a picture with transparency. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  /** Colour, and strength from 0 to 256. */
  readonly samples: Uint8Array;
  readonly strength: Uint16Array;
}

/** A picture with transparency as H.264 stores colours: the planes of U and V have half the resolution. */
export interface Bitmap {
  readonly y: Plane;
  readonly u: Plane;
  readonly v: Plane;
  /** Where its visible part begins within what was to be drawn; even. */
  readonly left: number;
  readonly top: number;
}

/** A part of a larger picture; its position and its sides are even. */
export interface BitmapPart {
  /** Pixels in a row of the larger picture. */
  readonly stride: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Converts a part of an RGBA picture (BT.709 in limited range), without its transparent margins. */
export function toBitmap(rgba: Uint8Array, part: BitmapPart): Bitmap {
  const visible = trim(rgba, part);
  const { stride, left, top, width, height } = visible;
  const [y, u, v] = [toPlane(width, height), toPlane(width / 2, height / 2), toPlane(width / 2, height / 2)];
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = ((top + row) * stride + left + column) * 4;
      const alpha = rgba[at + 3] ?? 0;
      const strength = alpha + (alpha >> 7);
      const red = rgba[at] ?? 0;
      const green = rgba[at + 1] ?? 0;
      const blue = rgba[at + 2] ?? 0;
      y.samples[row * width + column] = (11_966 * red + 40_254 * green + 4_064 * blue + 1_081_344) >> 16;
      y.strength[row * width + column] = strength;
      if ((row | column) & 1) continue;
      const half = (row * width) / 4 + column / 2;
      u.samples[half] = (-6_596 * red - 22_189 * green + 28_784 * blue + 8_421_376) >> 16;
      v.samples[half] = (28_784 * red - 26_145 * green - 2_639 * blue + 8_421_376) >> 16;
      u.strength[half] = strength;
      v.strength[half] = strength;
    }
  }
  return { y, u, v, left: left - part.left, top: top - part.top };
}

function toPlane(width: number, height: number): Plane {
  return {
    width,
    height,
    samples: new Uint8Array(width * height),
    strength: new Uint16Array(width * height),
  };
}

/** The part without its transparent margins; its position and sides stay even. */
function trim(rgba: Uint8Array, part: BitmapPart): BitmapPart {
  const { stride, left, top, width, height } = part;
  let [first, last, above, below] = [width, -1, height, -1];
  for (let row = 0; row < height; row += 1) {
    const start = ((top + row) * stride + left) * 4 + 3;
    let from = 0;
    while (from < width && (rgba[start + from * 4] ?? 0) === 0) from += 1;
    if (from === width) continue;
    let to = width - 1;
    while ((rgba[start + to * 4] ?? 0) === 0) to -= 1;
    first = Math.min(first, from);
    last = Math.max(last, to);
    above = Math.min(above, row);
    below = row;
  }
  if (last < 0) return { ...part, width: 0, height: 0 };
  const [x, y] = [first & ~1, above & ~1];
  return { stride, left: left + x, top: top + y, width: (last + 2 - x) & ~1, height: (below + 2 - y) & ~1 };
}
