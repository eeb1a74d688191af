import { expect, test } from 'vitest';
import { readCapped } from '../../../src/adapters/media/fetch/read-capped.ts';

const MIB = 2 ** 20;

/** Reads a body of three parts of one mebibyte, and what was reserved for it. */
async function read(declared: number, maxBytes = 10 * MIB) {
  const parts = [1, 2, 3].map((part) => new Uint8Array(MIB).fill(part));
  const reserved: number[] = [];
  const reserve = (bytes: number) => {
    reserved.push(bytes);
    return true;
  };
  const bytes = await readCapped(ReadableStream.from(parts), {
    maxBytes,
    declared,
    reserve,
    pace: undefined,
  });
  return { bytes, reserved };
}

test('a body of a declared length is reserved once', async () => {
  const { bytes, reserved } = await read(3 * MIB);
  expect(reserved).toEqual([3 * MIB]);
  expect([bytes.length, bytes[0], bytes.at(-1)]).toEqual([3 * MIB, 1, 3]);
});

test('a body of unknown length is reserved as it grows, each byte once', async () => {
  const { bytes, reserved } = await read(0);
  expect(reserved).toEqual([0, MIB, MIB, 2 * MIB]);
  expect([bytes.length, bytes[0], bytes[MIB], bytes.at(-1)]).toEqual([3 * MIB, 1, 2, 3]);
});

test('no more is reserved than a body may have', async () => {
  const { reserved } = await read(0, 3 * MIB);
  expect(reserved).toEqual([0, MIB, MIB, MIB]);
});
