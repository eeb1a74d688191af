import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { collectBody } from '../../src/http/collect-body.ts';
import { until } from '../support/until.ts';

async function* chunksOf(...lengths: readonly number[]): AsyncGenerator<Uint8Array> {
  for (const [index, length] of lengths.entries()) yield new Uint8Array(length).fill(index + 1);
}

function roomOf(bytes: number, freely = 100) {
  const asked: number[] = [];
  const seen: number[] = [];
  return {
    asked,
    seen,
    room: {
      freely,
      take: async (more: number, ahead = 0) => {
        asked.push(more);
        return asked.reduce((sum, one) => sum + one) + ahead <= bytes;
      },
      look(part: Uint8Array) {
        seen.push(...part);
        return !part.includes(9);
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

test('reserves a large body as it arrives, if there is capacity for all that was announced', async () => {
  const { room, asked } = roomOf(500);
  expect(await collectBody(chunksOf(200, 200), { maxBytes: 1000, declared: 400, room })).toHaveLength(400);
  expect(asked).toEqual([200, 200]);
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

test('a body may be exactly as long as allowed, whether announced or not', async () => {
  for (const declared of [1000, Number.NaN]) {
    const options = { maxBytes: 1000, declared, room: undefined };
    expect(await collectBody(chunksOf(600, 400), options)).toHaveLength(1000);
    expect(await collectBody(chunksOf(600, 401), options)).toBe('too_large');
  }
});

test('compressed bytes are bounded too: the header of gzip may name a file at any length', async () => {
  let sent = 0;
  async function* named() {
    yield new Uint8Array([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]);
    for (; sent < 100_000; sent += 1) yield new Uint8Array(100).fill(0x61);
  }
  const options = { maxBytes: 1000, declared: Number.NaN, room: undefined, encoding: 'gzip' };
  expect(await collectBody(named(), options)).toBe('too_large');
  expect(sent).toBeLessThan(100);
});

test('a compressed body that is refused is not received any further', async () => {
  const zipped = gzipSync(randomBytes(2 ** 21).toString('hex'));
  let isLeft = false;
  async function* sent() {
    try {
      for (let at = 0; at < zipped.length; at += 1000) yield zipped.subarray(at, at + 1000);
    } finally {
      isLeft = true;
    }
  }
  const options = { maxBytes: 2 ** 20, declared: Number.NaN, room: undefined, encoding: 'gzip' };
  expect(await collectBody(sent(), options)).toBe('too_large');
  await until('the sender is left', () => isLeft);
});

test('what was announced and never arrives reserves nothing', async () => {
  const { room, asked } = roomOf(1_000_000);
  async function* stalled() {
    yield new Uint8Array(150);
    throw new Error('socket hang up');
  }
  expect(await collectBody(stalled(), { maxBytes: 1_000_000, declared: 900_000, room })).toBe('aborted');
  expect(asked).toEqual([200]);
});

test('shows every byte of a large body once, and receives no more of a refused one', async () => {
  const { room, seen } = roomOf(1000);
  const options = { maxBytes: 1000, declared: Number.NaN, room };
  await collectBody(chunksOf(60, 60, 60), options);
  expect(seen).toEqual([...Array(60).fill(1), ...Array(60).fill(2), ...Array(60).fill(3)]);
  const small = roomOf(1000);
  await collectBody(chunksOf(60, 40), { ...options, room: small.room });
  expect([small.seen, small.asked]).toEqual([[], []]);
  let sent = 0;
  async function* endless() {
    for (;;) yield new Uint8Array(60).fill(++sent);
  }
  expect(await collectBody(endless(), { ...options, room: roomOf(1000).room })).toBe('no_room');
  expect(sent).toBe(9);
});

test('a body that is cut off is aborted', async () => {
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

test.each([
  ['of unknown length', Number.NaN],
  ['that is longer than announced', 20_000],
])('a body %s keeps its bytes while it grows', async (_what, declared) => {
  const options = { maxBytes: 200_000, declared, room: undefined };
  const body = await collectBody(chunksOf(10_000, 20_000, 70_000), options);
  const want = [...Array(10_000).fill(1), ...Array(20_000).fill(2), ...Array(70_000).fill(3)];
  expect(Buffer.compare(body as Uint8Array, Uint8Array.from(want))).toBe(0);
});

test.each([
  ['a short one', 60, Number.NaN, 16_384],
  ['a short one of known length', 60, 60, 60],
  ['one that is much shorter than announced', 60, 2 ** 30, 2 ** 20],
  ['one that grows', 20_000, Number.NaN, 40_000],
])(
  'memory for a body, %s: %d bytes, announced as %d, take at most %d',
  async (_what, length, declared, most) => {
    const options = { maxBytes: 2 ** 30, declared, room: undefined };
    const body = (await collectBody(chunksOf(length), options)) as Uint8Array;
    expect(body).toHaveLength(length);
    expect(body.buffer.byteLength).toBeLessThanOrEqual(most);
  },
);

test('a large body that is longer than announced is received', async () => {
  const length = 2 ** 24 + 1;
  const options = { maxBytes: 2 ** 25, declared: length - 1, room: undefined };
  expect((await collectBody(chunksOf(length), options)).length).toBe(length);
});

async function* inHalves(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, bytes.length / 2);
  yield bytes.subarray(bytes.length / 2);
}

const boat = '{"prompt":"A paper boat"}';
const zipped = gzipSync(boat);
const textOf = async (sent: AsyncIterable<Uint8Array>, encoding: string, maxBytes = 1000) => {
  const body = await collectBody(sent, { maxBytes, declared: Number.NaN, room: undefined, encoding });
  return typeof body === 'string' ? body : Buffer.from(body).toString();
};

test.each(['gzip', 'x-gzip', 'GZIP'])('the encoding %s is undone', async (encoding) => {
  expect(await textOf(inHalves(zipped), encoding)).toBe(boat);
});

test.each(['gzip, gzip', 'gzipped', 'deflate', ''])('the encoding %j is not', async (encoding) => {
  expect(await textOf(inHalves(zipped), encoding)).toBe(zipped.toString());
});

test('a compressed body may have as many bytes as allowed, before and after', async () => {
  expect(zipped.length).toBeGreaterThan(boat.length);
  expect(await textOf(inHalves(zipped), 'gzip', zipped.length)).toBe(boat);
  expect(await textOf(inHalves(zipped), 'gzip', zipped.length - 1)).toBe('too_large');
});

test.each([
  ['no gzip', inHalves(Buffer.from(boat)), 'not_one_gzip_member'],
  ['cut off', inHalves(zipped.subarray(0, -4)), 'not_one_gzip_member'],
  ['followed by something else', inHalves(Buffer.concat([zipped, zipped])), 'not_one_gzip_member'],
])('a compressed body that is %s is refused', async (_what, sent, want) => {
  expect(await textOf(sent, 'gzip')).toBe(want);
});

test('a client that disconnects within a compressed body has sent nothing wrong', async () => {
  async function* broken() {
    yield zipped.subarray(0, 10);
    throw new Error('socket hang up');
  }
  expect(await textOf(broken(), 'gzip')).toBe('aborted');
});
