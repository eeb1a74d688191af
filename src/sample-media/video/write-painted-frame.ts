import { type BitWriter, createBitWriter } from './bit-writer.ts';
import { codeBlock, createCodedBlock, isShown, putBlock } from './code-block.ts';
import { patternCodes } from './coefficient-codes.ts';
import { QUANTISER } from './transform.ts';
import { writeCoefficients } from './write-coefficients.ts';
import { writeSliceHeader } from './write-slice-header.ts';
import { blockSide, type YuvPicture } from './yuv-picture.ts';

/** A block of 16 x 16 pixels and what it is to show: 256 bytes of Y, 64 of U, 64 of V. */
export interface PaintedBlock {
  /** Number of the block, row by row. */
  readonly address: number;
  readonly samples: Uint8Array;
}

/** Upper bounds of the header, and of a block: 28 bits for each of its 384 samples. */
const headerBytes = 64;
const blockBytes = 1500;

/** Creates a writer of the frames after a key frame; `picture` shows what a decoder has after the frame before, and is kept in step. */
export function createFrameWriter(picture: YuvPicture) {
  const columns = picture.stride / blockSide;
  const blockCount = columns * (picture.rows / blockSide);
  /** Blocks whose decoded samples are known exactly; those from the encoder are not. */
  const isExact = new Uint8Array(blockCount);
  const counts = createCounts(columns, blockCount);
  const coded = createCodedBlock();
  const buffer = new Uint8Array(headerBytes + blockCount * blockBytes);
  return {
    /**
     * Writes one H.264 P frame in which all blocks repeat the frame before, except for the painted ones: raw the first
     * time, later as a difference. `blocks` must be sorted by address, each is read before the next is taken; `index`
     * counts from the key frame.
     */
    write(blocks: Iterable<PaintedBlock>, index: number): Uint8Array {
      const writer = createBitWriter(buffer);
      writeSliceHeader(writer, { index, from: 'frame before', quantiser: QUANTISER });
      counts.clear();
      let next = 0;
      for (const { address, samples } of blocks) {
        const place = { picture, column: address % columns, row: Math.floor(address / columns) };
        if (isShown(samples, place)) continue;
        const near = counts.at(address);
        if (isExact[address] === 0) {
          isExact[address] = 1;
          writeRaw(writer, { skipped: address - next, samples }, near);
          putBlock(samples, place);
        } else {
          codeBlock(samples, place, coded);
          if (coded.pattern === 0) continue;
          writer.golomb(address - next); // blocks that are skipped
          writer.bits(0b111, 3); // one prediction for the block, from the same place
          writer.golomb(patternCodes[coded.pattern] ?? 0);
          writer.golomb(0); // quantiser unchanged
          writeResidual(writer, coded, near);
        }
        next = address + 1;
      }
      if (next < blockCount) writer.golomb(blockCount - next);
      return writer.finish();
    },
  };
}

/** Numbers of coefficients in the neighbourhood of a block. */
interface Neighbourhood {
  /** The mean of the blocks to the left and above, of luma (0) or a colour plane (1, 2), at a column and row of 4x4 blocks. */
  expect(plane: 0 | 1 | 2, x: number, y: number): number;
  set(plane: 0 | 1 | 2, x: number, y: number, count: number): void;
}

function createCounts(columns: number, blockCount: number) {
  const planes = [16, 4, 4].map((blocks) => new Uint8Array(blockCount * blocks));
  const [luma = new Uint8Array(0), first = luma, second = luma] = planes;
  let column = 0;
  let row = 0;
  const listOf = (plane: 0 | 1 | 2) => (plane === 0 ? luma : plane === 1 ? first : second);
  const neighbourhood: Neighbourhood = {
    expect(plane, x, y) {
      const list = listOf(plane);
      const side = plane === 0 ? 4 : 2;
      const width = columns * side;
      const at = (row * side + y) * width + column * side + x;
      const hasLeft = column * side + x > 0;
      const hasAbove = row * side + y > 0;
      const left = hasLeft ? (list[at - 1] ?? 0) : 0;
      const above = hasAbove ? (list[at - width] ?? 0) : 0;
      return hasLeft && hasAbove ? (left + above + 1) >> 1 : left + above;
    },
    set(plane, x, y, count) {
      const side = plane === 0 ? 4 : 2;
      listOf(plane)[(row * side + y) * columns * side + column * side + x] = count;
    },
  };
  return {
    clear() {
      for (const list of planes) list.fill(0);
    },
    at(address: number) {
      column = address % columns;
      row = Math.floor(address / columns);
      return neighbourhood;
    },
  };
}

const rawBlock = 30;
/** What a raw block counts as for its neighbours. */
const RAW_COUNT = 16;

/** Writes the samples of a block as they are, which leaves no trace of the key frame. */
function writeRaw(
  writer: BitWriter,
  { skipped, samples }: { readonly skipped: number; readonly samples: Uint8Array },
  near: Neighbourhood,
): void {
  writer.golomb(skipped);
  writer.golomb(rawBlock);
  writer.align();
  writer.bytes(samples);
  for (let index = 0; index < 16; index += 1) near.set(0, index & 3, index >> 2, RAW_COUNT);
  for (const plane of [1, 2] as const)
    for (let index = 0; index < 4; index += 1) near.set(plane, index & 1, index >> 1, RAW_COUNT);
}

function writeResidual(
  writer: BitWriter,
  { pattern, levels, means }: ReturnType<typeof createCodedBlock>,
  near: Neighbourhood,
): void {
  for (let index = 0; index < 16; index += 1) {
    if (((pattern >> (index >> 2)) & 1) === 0) continue;
    const x = ((index >> 2) & 1) * 2 + (index & 1);
    const y = (index >> 3) * 2 + ((index >> 1) & 1);
    const start = (y * 4 + x) * 16;
    near.set(0, x, y, writeCoefficients(writer, { levels, start, length: 16 }, near.expect(0, x, y)));
  }
  if (pattern < 16) return;
  for (const list of means) writeCoefficients(writer, { levels: list, start: 0, length: 4 }, 0);
  if (pattern < 32) return;
  for (const plane of [1, 2] as const) {
    for (let index = 0; index < 4; index += 1) {
      const [x, y] = [index & 1, index >> 1];
      const start = (16 + (plane - 1) * 4 + index) * 16 + 1;
      const length = 15;
      near.set(plane, x, y, writeCoefficients(writer, { levels, start, length }, near.expect(plane, x, y)));
    }
  }
}
