import { expect, test } from 'vitest';
import { collectBody } from '../../src/http/collect-body.ts';

async function* chunksOf(...lengths: readonly number[]): AsyncGenerator<Uint8Array> {
  for (const [index, length] of lengths.entries()) yield new Uint8Array(length).fill(index + 1);
}

function roomOf(bytes: number, freely = 100) {
  const asked: number[] = [];
  return {
    asked,
    room: {
      freely,
      take: async (more: number) => {
        asked.push(more);
        return asked.reduce((sum, one) => sum + one) <= bytes;
      },
    },
  };
}

test('joins the chunks, whether their length was announced or not', async () => {
  for (const declared of [60, Number.NaN]) {
    const { room, asked } = roomOf(0);
    const body = await collectBody(chunksOf(10, 20, 30), { maxBytes: 1000, declared, room });
    expect(body).toHaveLength(60);
    expect([...(body as Uint8Array)].reduce((sum, byte) => sum + byte)).toBe(10 + 40 + 90);
    expect(asked).toEqual([]);
  }
});

test('reserves a large body before it is received, all at once when its length is known', async () => {
  const { room, asked } = roomOf(500);
  expect(await collectBody(chunksOf(200, 200), { maxBytes: 1000, declared: 400, room })).toHaveLength(400);
  expect(asked).toEqual([400]);
  const small = roomOf(399);
  let isRead = false;
  async function* watched() {
    isRead = true;
    yield new Uint8Array(400);
  }
  expect(await collectBody(watched(), { maxBytes: 1000, declared: 400, room: small.room })).toBe('no_room');
  expect(isRead).toBe(false);
});

test('reserves step by step for a body of unknown length, never more than the largest body needs', async () => {
  const { room, asked } = roomOf(70_000);
  const chunks = chunksOf(20_000, 20_000, 20_000, 9000);
  const body = await collectBody(chunks, { maxBytes: 70_000, declared: Number.NaN, room });
  expect(body).toHaveLength(69_000);
  expect(asked.reduce((sum, one) => sum + one)).toBe(70_000);
  const small = roomOf(50_000);
  const many = chunksOf(20_000, 20_000, 20_000);
  expect(await collectBody(many, { maxBytes: 70_000, declared: Number.NaN, room: small.room })).toBe(
    'no_room',
  );
});

test('a body that is longer than allowed, or than announced, is too large', async () => {
  const { room } = roomOf(10_000);
  expect(await collectBody(chunksOf(10), { maxBytes: 1000, declared: 1001, room })).toBe('too_large');
  expect(await collectBody(chunksOf(600, 600), { maxBytes: 1000, declared: Number.NaN, room })).toBe(
    'too_large',
  );
  expect(await collectBody(chunksOf(600, 600), { maxBytes: 1000, declared: 600, room })).toBe('too_large');
});

test('a body that breaks off is aborted', async () => {
  async function* broken() {
    yield new Uint8Array(10);
    throw new Error('socket hang up');
  }
  const options = { maxBytes: 1000, declared: Number.NaN, room: undefined };
  expect(await collectBody(broken(), options)).toBe('aborted');
});

test('receives at the pace it is given', async () => {
  const spent: number[] = [];
  const turn = Promise.withResolvers<void>();
  const pace = {
    spend(bytes: number) {
      spent.push(bytes);
      return spent.length === 2 ? turn.promise : undefined;
    },
  };
  const options = { maxBytes: 1000, declared: Number.NaN, room: undefined, pace };
  const body = collectBody(chunksOf(10, 20, 30), options);
  await new Promise(setImmediate);
  expect(spent).toEqual([10, 20]);
  turn.resolve();
  expect(await body).toHaveLength(60);
});

test.each([-1, 1.5, 1e300])('an announced length of %d counts for nothing', async (declared) => {
  const { room, asked } = roomOf(1000);
  expect(await collectBody(chunksOf(150), { maxBytes: 1e301, declared, room })).toHaveLength(150);
  expect(asked).toEqual([300]);
});

test('bytes beyond the announced length are reserved as well', async () => {
  const { room, asked } = roomOf(300);
  expect(await collectBody(chunksOf(150, 200), { maxBytes: 1000, declared: 150, room })).toBe('no_room');
  expect(asked).toEqual([150, 550]);
});
