import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { readCapped } from '../../../src/adapters/media/fetch/read-capped.ts';
import type { Pace } from '../../../src/gateway/memory/pace.ts';

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

test('reserves the full size of a part that is larger than the reservation', async () => {
  const reserved: number[] = [];
  const reserve = (bytes: number) => reserved.push(bytes) > 0;
  const body = ReadableStream.from([new Uint8Array(3 * MIB)]);
  await readCapped(body, { maxBytes: 10 * MIB, declared: 0, reserve });
  expect(reserved).toEqual([0, 3 * MIB]);
});

test('cancels a body for which there is no room', async () => {
  const cancel = vi.fn();
  const body = new ReadableStream<Uint8Array>({ cancel }, { highWaterMark: 0 });
  expect(await readCapped(body, { maxBytes: MIB, declared: 5, reserve: () => false })).toBe('no_room');
  expect(cancel).toHaveBeenCalledOnce();
});

test('waits for its turn before it reads the next part', async () => {
  const turn = Promise.withResolvers<void>();
  const spent: number[] = [];
  const pace: Pace = {
    spend(bytes) {
      spent.push(bytes);
      return turn.promise;
    },
  };
  const body = ReadableStream.from([new Uint8Array(3), new Uint8Array(4)]);
  const read = readCapped(body, { maxBytes: MIB, declared: 7, reserve: () => true, pace });
  await expect.poll(() => spent.length).toBeGreaterThan(0);
  await nextTurn();
  expect(spent).toEqual([3]);
  turn.resolve();
  expect(await read).toHaveLength(7);
  expect(spent).toEqual([3, 4]);
});
