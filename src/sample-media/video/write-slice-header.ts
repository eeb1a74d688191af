import type { BitWriter } from './bit-writer.ts';
import { quantiser as keyQuantiser } from './encode-key-frame.ts';

const referencedSlice = 0x41;
const onlyPredictedSlices = 5;
/** Frame numbers of the key frame's parameter set have five bits. */
const frameNumbers = 32;
const longTermNumber = 2;
const noMoreNumbers = 3;

/** Writes the header of a P frame; `index` counts from the key frame, from which, or from the frame before, it is predicted. */
export function writeSliceHeader(
  writer: BitWriter,
  {
    index,
    from,
    quantiser = keyQuantiser,
  }: {
    readonly index: number;
    readonly from: 'frame before' | 'key frame';
    readonly quantiser?: number;
  },
): void {
  writer.bits(referencedSlice, 8);
  writer.golomb(0); // first block of the slice
  writer.golomb(onlyPredictedSlices);
  writer.golomb(0); // picture parameter set
  writer.bits(index % frameNumbers, 5);
  writer.bits(0, 1); // default number of references: one
  writer.bits(from === 'key frame' ? 1 : 0, 1); // whether it is another one than the frame before
  if (from === 'key frame') {
    writer.golomb(longTermNumber);
    writer.golomb(0);
    writer.golomb(noMoreNumbers);
  }
  writer.bits(0, 1); // sliding window
  writer.signedGolomb(quantiser - keyQuantiser);
  writer.golomb(1); // no deblocking
}
