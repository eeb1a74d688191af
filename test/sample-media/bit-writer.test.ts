import { describe, expect, it } from 'vitest';
import { createBitWriter } from '../../src/sample-media/video/bit-writer.ts';

describe('bits of an H.264 unit', () => {
  it('repeats what was written before, wherever it began and ends', () => {
    for (const before of [1, 3, 8, 13]) {
      for (const [value, count] of [
        [0b1, 1],
        [0b1011, 4],
        [0x5a3c7, 19],
        [0xfedcba987, 36],
      ] as const) {
        const [repeated, written] = [createBitWriter(64), createBitWriter(64)];
        for (const writer of [repeated, written]) {
          writer.bits(0x1555, before);
          writer.bits(value, count);
        }
        for (let time = 0; time < 3; time += 1) {
          repeated.repeat(before, count);
          written.bits(value, count);
        }
        expect(repeated.position()).toBe(before + 4 * count);
        expect(repeated.finish()).toEqual(written.finish());
      }
    }
  });

  it('puts a 3 between two zeros and a byte of at most 3', () => {
    const writer = createBitWriter(16);
    writer.bytes(Uint8Array.of(0, 0, 0, 0, 0, 1, 9, 0, 0, 3, 0, 0, 4, 0, 0));
    expect(writer.finish()).toEqual(Uint8Array.of(0, 0, 3, 0, 0, 3, 0, 1, 9, 0, 0, 3, 3, 0, 0, 4, 0, 0, 128));
  });
});
