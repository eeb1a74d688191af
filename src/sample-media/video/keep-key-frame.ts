import { createBitReader } from './bit-reader.ts';
import { createBitWriter } from './bit-writer.ts';
import type { KeyFrame } from './encode-key-frame.ts';

/** Position and value of the flag that makes a key frame a long-term reference, in the encoder's slice header. */
const LONG_TERM = { byte: 2, expected: 0x11, flag: 0x02 } as const;

/**
 * Makes a key frame stay available to all frames after it (a long-term reference of H.264), next to the frame before: every
 * frame may then be predicted from it, and no errors add up. Throws when the encoder's stream has another layout.
 */
export function keepKeyFrame({ sequence, picture, slice }: KeyFrame): KeyFrame {
  if (slice[LONG_TERM.byte] !== LONG_TERM.expected)
    throw new Error('the video encoder changed its slice header; adapt the flag of long-term references');
  const kept = slice.slice();
  kept[LONG_TERM.byte] = LONG_TERM.expected | LONG_TERM.flag;
  return { sequence: withTwoReferences(sequence), picture, slice: kept };
}

/** The sequence parameters with two reference frames instead of one. */
function withTwoReferences(sequence: Uint8Array): Uint8Array {
  const header = 4; // type, profile, constraints, level
  const reader = createBitReader(sequence.subarray(header));
  const writer = createBitWriter(sequence.length + 8);
  writer.bytes(sequence.subarray(0, header));
  writer.golomb(reader.golomb()); // number of the set
  writer.golomb(reader.golomb()); // bits of frame numbers
  const order = reader.golomb();
  if (order !== 2 || reader.golomb() !== 1)
    throw new Error('the video encoder changed its parameters; adapt the number of reference frames');
  writer.golomb(order);
  writer.golomb(2);
  const end = endOfPayload(sequence) - header * 8;
  while (reader.position() < end) writer.bits(reader.bits(1), 1);
  return writer.finish();
}

/** Position of the stop bit: the last one that is set. */
function endOfPayload(unit: Uint8Array): number {
  let last = unit.length - 1;
  while (last > 0 && unit[last] === 0) last -= 1;
  const byte = unit[last] ?? 0;
  return last * 8 + 7 - (31 - Math.clz32(byte & -byte));
}
