import { createBitWriter } from './bit-writer.ts';

/** A block of 16 x 16 pixels whose content is given outright: 256 bytes of Y, 64 of U, 64 of V. */
export interface ChangedBlock {
  /** Number of the block, row by row. */
  readonly address: number;
  readonly samples: Uint8Array;
}

const referencedSlice = 0x41;
const onlyPredictedSlices = 5;
const rawBlock = 30;

/** Upper bounds: the header with the last run, and a block with its run and type. */
const headerBytes = 32;
const blockBytes = 384 + 8;

/** Frame numbers of the key frame's parameter set have five bits. */
const frameNumbers = 32;

/**
 * Writes one H.264 P frame in which every block repeats the frame before, but for the changed ones, which are stored raw (I_PCM). Costs
 * microseconds, where an encoder takes milliseconds. `blocks` must be sorted by address; `index` counts from the key frame.
 */
export function writeChangedFrame(
  blocks: readonly ChangedBlock[],
  { index, blockCount }: { readonly index: number; readonly blockCount: number },
): Uint8Array {
  const writer = createBitWriter(headerBytes + blocks.length * blockBytes);
  writer.bits(referencedSlice, 8);
  writer.golomb(0); // first block of the slice
  writer.golomb(onlyPredictedSlices);
  writer.golomb(0); // picture parameter set
  writer.bits(index % frameNumbers, 5);
  writer.bits(0, 3); // default reference count, default list, sliding window
  writer.golomb(0); // quantiser unchanged
  writer.golomb(1); // no deblocking: nothing but exact blocks and copies
  let next = 0;
  for (const { address, samples } of blocks) {
    writer.golomb(address - next);
    writer.golomb(rawBlock);
    writer.align();
    writer.bytes(samples);
    next = address + 1;
  }
  if (next < blockCount) writer.golomb(blockCount - next);
  return writer.finish();
}
