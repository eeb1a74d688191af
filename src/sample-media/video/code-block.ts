import { LEVELS, lastMean, restore, restoreMeans, toLevels, toMeanLevels } from './transform.ts';
import type { YuvPicture } from './yuv-picture.ts';

/** The difference of one block of 16x16 pixels, quantised. Reused for all blocks. */
export interface CodedBlock {
  /** Coded parts: a bit for each quarter of the luma; 16 for the means of the colours, 32 for all of the colours. 0: nothing to code. */
  pattern: number;
  /** 16 luma blocks row by row, then 4 of each colour plane, 16 levels each. */
  readonly levels: Int16Array;
  /** Levels of the means of both colour planes. */
  readonly means: readonly [Int16Array, Int16Array];
}

export interface BlockPlace {
  /** What a decoder shows; the coded difference is added to it. */
  readonly picture: YuvPicture;
  readonly column: number;
  readonly row: number;
}

/** Puts samples into a picture as they are. */
export function putBlock(
  samples: Uint8Array,
  { picture: { stride, y, u, v }, column, row }: BlockPlace,
): void {
  const luma = row * 16 * stride + column * 16;
  for (let at = 0; at < 256; at += 1) y[luma + (at >> 4) * stride + (at & 15)] = samples[at] ?? 0;
  const colours = row * 4 * stride + column * 8;
  for (let at = 0; at < 64; at += 1) {
    const place = colours + ((at >> 3) * stride) / 2 + (at & 7);
    u[place] = samples[256 + at] ?? 0;
    v[place] = samples[320 + at] ?? 0;
  }
}

export function createCodedBlock(): CodedBlock {
  return { pattern: 0, levels: new Int16Array(LEVELS), means: [new Int16Array(4), new Int16Array(4)] };
}

const difference = new Int16Array(16);
const restored = new Int32Array(4);
const planeMeans = new Int32Array(4);

/** Quantises the difference between the wanted samples and the picture, and adds it to the picture as a decoder does. */
export function codeBlock(samples: Uint8Array, place: BlockPlace, coded: CodedBlock): void {
  const pattern = codeLuma(samples, place, coded.levels);
  const colours = Math.max(
    codeColour(samples, place, { coded, index: 0 }),
    codeColour(samples, place, { coded, index: 1 }),
  );
  coded.pattern = pattern + colours * 16;
}

/** Whether the picture already shows the wanted samples: most blocks within a moving thing have one colour. */
export function isShown(
  samples: Uint8Array,
  { picture: { stride, y, u, v }, column, row }: BlockPlace,
): boolean {
  const luma = row * 16 * stride + column * 16;
  for (let at = 0; at < 256; at += 1) {
    const change = (samples[at] ?? 0) - (y[luma + (at >> 4) * stride + (at & 15)] ?? 0);
    if (change > INVISIBLE || change < -INVISIBLE) return false;
  }
  const colours = row * 4 * stride + column * 8;
  for (let at = 0; at < 64; at += 1) {
    const place = colours + ((at >> 3) * stride) / 2 + (at & 7);
    const first = (samples[256 + at] ?? 0) - (u[place] ?? 0);
    const second = (samples[320 + at] ?? 0) - (v[place] ?? 0);
    if (Math.abs(first) > INVISIBLE || Math.abs(second) > INVISIBLE) return false;
  }
  return true;
}

/** The bits of the quarters that are coded. */
function codeLuma(
  samples: Uint8Array,
  { picture: { y, stride }, column, row }: BlockPlace,
  list: Int16Array,
): number {
  const corner = row * 16 * stride + column * 16;
  let pattern = 0;
  for (let index = 0; index < 16; index += 1) {
    const across = (index & 3) * 4;
    const down = (index >> 2) * 4;
    const from = corner + down * stride + across;
    const start = index * 16;
    if (subtract(samples, y, { first: down * 16 + across, side: 16, from, stride })) {
      list.fill(0, start, start + 16);
      continue;
    }
    if (!toLevels(difference, { list, start, first: 0 })) continue;
    pattern |= 1 << ((down >> 3) * 2 + (across >> 3));
    restore({ list, start }, { samples: y, from, stride });
  }
  return pattern;
}

/** 0: nothing; 1: the means; 2: all. */
function codeColour(
  samples: Uint8Array,
  { picture, column, row }: BlockPlace,
  { coded: { levels: list, means: bothMeans }, index }: { readonly coded: CodedBlock; readonly index: 0 | 1 },
): 0 | 1 | 2 {
  const plane = index === 0 ? picture.u : picture.v;
  const stride = picture.stride / 2;
  const corner = row * 8 * stride + column * 8;
  const means = bothMeans[index];
  let [isDetailed, isSame] = [false, true];
  for (let part = 0; part < 4; part += 1) {
    const [across, down] = [(part & 1) * 4, (part >> 1) * 4];
    const start = (16 + index * 4 + part) * 16;
    const first = 256 + index * 64 + down * 8 + across;
    planeMeans[part] = 0;
    if (subtract(samples, plane, { first, side: 8, from: corner + down * stride + across, stride })) {
      list.fill(0, start, start + 16);
      continue;
    }
    isSame = false;
    if (toLevels(difference, { list, start, first: 1 })) isDetailed = true;
    planeMeans[part] = lastMean();
  }
  if (isSame) {
    means.fill(0);
    return 0;
  }
  const hasMeans = toMeanLevels(planeMeans, means);
  if (!hasMeans && !isDetailed) return 0;
  restoreMeans(means, restored);
  for (let part = 0; part < 4; part += 1) {
    const from = corner + (part >> 1) * 4 * stride + (part & 1) * 4;
    const start = (16 + index * 4 + part) * 16;
    list[start] = 0;
    restore({ list, start, mean: restored[part] ?? 0 }, { samples: plane, from, stride });
  }
  return isDetailed ? 2 : 1;
}

/** Differences that are not visible: the rounding of mixed colours. */
const INVISIBLE = 2;

interface Places {
  /** Of the first wanted sample, and samples in its row. */
  readonly first: number;
  readonly side: 8 | 16;
  /** The same in the picture. */
  readonly from: number;
  readonly stride: number;
}

/** Fills `difference` with 4x4 pixels; returns whether none of them is visible. */
function subtract(wanted: Uint8Array, shown: Uint8Array, { first, side, from, stride }: Places): boolean {
  let isSame = true;
  for (let row = 0; row < 4; row += 1) {
    const left = first + row * side;
    const right = from + row * stride;
    for (let column = 0; column < 4; column += 1) {
      const value = (wanted[left + column] ?? 0) - (shown[right + column] ?? 0);
      difference[row * 4 + column] = value;
      if (value > INVISIBLE || value < -INVISIBLE) isSame = false;
    }
  }
  return isSame;
}
