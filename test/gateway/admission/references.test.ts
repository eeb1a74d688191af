import { afterAll, describe, expect, test } from 'vitest';
import type { ImageProber } from '../../../src/gateway/ports/media/image-prober.ts';
import type { ReferenceFetcher } from '../../../src/gateway/ports/media/media.ts';
import { createHeldFetcher } from '../../support/held-fetcher.ts';
import { at, openWire } from '../../support/open-wire.ts';
import { referenceImage } from '../../support/reference-images.ts';
import { startReferenceServer } from '../../support/reference-server.ts';
import { shells } from '../../support/shells.ts';
import { until, within } from '../../support/until.ts';

const references = await startReferenceServer();
const picture = await referenceImage({ width: 640, height: 480, format: 'png' });
afterAll(() => references[Symbol.asyncDispose]());

const keys = {
  'sk-a': { account: 'alpha' },
  'sk-b': { account: 'alpha' },
  'sk-c': { account: 'beta' },
  'sk-d': { account: 'gamma' },
};
const deposits = { alpha: '1000', beta: '1000', gamma: '1000' };
const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://pictures.example/${index}.png`);
const boat = (image_urls: readonly string[]) => ({ model: 'sx-5-0-pro', prompt: 'A paper boat', image_urls });

describe.each(shells)('through the $name shell', (shell) => {
  test('an account without funds is refused before any of its references is fetched', async () => {
    await using wire = await openWire(shell, { deposits: { alpha: '0.04' } });
    const before = references.asked.length;
    const stalled = Array.from({ length: 10 }, (_, index) => references.faulty(`stalled-${index}`));
    const answers = await Promise.all(Array.from({ length: 30 }, () => wire.postImage(boat(stalled))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([402]));
    expect(references.asked.length).toBe(before);
    expect(answers[0]?.text).toContain('0.04 USD does not cover');
    expect((await wire.store.findAccount('alpha'))?.held).toBe(0n);
  });

  test('the balance check uses the minimum that the request can cost', async () => {
    // One picture of 1K; a reference more than the first costs extra (section 8).
    await using wire = await openWire(shell, { deposits: { alpha: '0.045' } });
    const [first, second] = ['png', 'jpeg'].map((format) =>
      references.image({ width: 640, height: 480, format }),
    ) as [string, string];
    const before = references.asked.length;
    expect((await wire.postImage(boat([first, second]))).status).toBe(402);
    expect(references.asked.length).toBe(before);
    expect((await wire.postImage({ ...boat([first]), size: '2K' })).status).toBe(402);
    expect(references.asked.length).toBe(before);
    expect((await wire.postImage(boat([first]))).status).toBe(200);
    expect(references.asked.length).toBe(before + 1);
  });

  test('at most four references of one request are fetched concurrently', async () => {
    const fetcher = createHeldFetcher(picture);
    await using wire = await openWire(shell, { ports: { fetcher } });
    const answer = wire.postImage(boat(addresses(10)));
    await until('four references are asked for', () => fetcher.running() >= 4);
    expect(fetcher.asked).toHaveLength(4);
    fetcher.release();
    expect((await answer).status).toBe(200);
    expect([fetcher.asked.length, fetcher.most()]).toEqual([10, 4]);
  });

  test('requests with references beyond the limit are refused: 429 for one account, 503 for all', async () => {
    const fetcher = createHeldFetcher(picture);
    const bounds = { reference_requests: { per_account: 1, per_process: 2 } };
    await using wire = await openWire(shell, { keys, deposits, bounds, ports: { fetcher } });
    const post = (key: string) => wire.postImage(boat(addresses(1)), { key });
    const accepted = [post('sk-a'), post('sk-c')];
    await until('two references are asked for', () => fetcher.running() === 2);
    const [ofAccount, ofAll] = [await post('sk-b'), await post('sk-d')];
    expect([ofAccount.status, at(ofAccount.body, 'error', 'reason')]).toEqual([429, 'too_many_in_progress']);
    expect([ofAll.status, at(ofAll.body, 'error', 'reason')]).toEqual([503, 'overloaded']);
    for (const { headers } of [ofAccount, ofAll]) expect(headers.get('retry-after')).toBe('2');
    const plain = { model: 'sx-5-0-pro', prompt: 'A paper boat' };
    expect((await wire.postImage(plain, { key: 'sk-d' })).status).toBe(200);
    fetcher.release();
    expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual([200, 200]);
    expect([(await post('sk-b')).status, (await post('sk-d')).status]).toEqual([200, 200]);
  });

  test('reference bytes beyond the limit are not read: 429 for one account, 503 for all, nothing is charged', async () => {
    const megabyte = 2 ** 20;
    const address = references.image({ width: 640, height: 480, format: 'png', bytes: 2 * megabyte });
    const post = async (reference_bytes: { per_account: number; per_process: number }) => {
      await using wire = await openWire(shell, { bounds: { reference_bytes }, referenceTimeoutMs: 20_000 });
      const answer = await wire.postImage(boat([address, references.faulty('endless.png'), address]));
      expect((await wire.store.findAccount('alpha'))?.held).toBe(0n);
      return [answer.status, at(answer.body, 'error', 'reason')];
    };
    expect(await post({ per_account: megabyte, per_process: 9 * megabyte })).toEqual([
      429,
      'too_many_in_progress',
    ]);
    expect(await post({ per_account: 9 * megabyte, per_process: megabyte })).toEqual([503, 'overloaded']);
    // Capacity is released: the endless file ends at the limit of the model.
    expect(await post({ per_account: 99 * megabyte, per_process: 99 * megabyte })).toEqual([
      400,
      'invalid_reference',
    ]);
  });

  test('the picture that a clip begins with counts until the others are read, and is the only one to be copied', async () => {
    const orders: unknown[] = [];
    const image = { format: 'png', width: 640, height: 480, hasAlpha: false, truncated: false } as const;
    const toCopy = { bytes: picture, orientation: 1 };
    const prober: ImageProber = {
      async probe(_bytes, { needsCopy }) {
        orders.push(needsCopy);
        return { kind: 'probed', image, picture: needsCopy ? toCopy : undefined };
      },
      copy: async () => undefined,
      probeData: async () => [],
    };
    const fetcher: ReferenceFetcher = {
      async fetch(address, { reserve }) {
        if (address !== addresses(1)[0]) await until('the first is probed', () => orders.length > 0);
        if (reserve?.(100) === false) return { kind: 'no_room' };
        return { kind: 'fetched', bytes: picture.slice(), declaredType: undefined };
      },
    };
    const post = async (bytes: number) => {
      orders.length = 0;
      const bounds = { reference_bytes: { per_account: bytes, per_process: 1000 } };
      await using wire = await openWire(shell, { bounds, ports: { fetcher, prober } });
      const clip = { model: 'vxq3', prompt: 'The boat drifts past', image_urls: addresses(2) };
      const { status } = await wire.postVideo(clip);
      return [status, [...orders]];
    };
    expect(await post(199)).toEqual([429, [true]]);
    expect(await post(200)).toEqual([200, [true, false]]);
  });

  test('when one reference is refused for lack of capacity, fetching the others ends', async () => {
    let asked = 0;
    const fetcher: ReferenceFetcher = {
      async fetch(_address, { reserve, signal }) {
        asked += 1;
        if (asked === 1 && reserve?.(2) === false) return { kind: 'no_room' };
        await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
        return { kind: 'unreachable', reason: 'its reader left' };
      },
    };
    const bounds = { reference_bytes: { per_account: 1, per_process: 9 } };
    await using wire = await openWire(shell, { bounds, ports: { fetcher } });
    const refused = await within('an answer', wire.postImage(boat(addresses(10))));
    expect([refused.status, at(refused.body, 'error', 'reason')]).toEqual([429, 'too_many_in_progress']);
    expect(asked).toBe(4);
  });

  test('a client that disconnects frees its capacity: fetches are aborted, and the next request is admitted', async () => {
    const fetcher = createHeldFetcher(picture);
    const bounds = { reference_requests: { per_account: 1, per_process: 1 } };
    await using wire = await openWire(shell, { bounds, ports: { fetcher } });
    const leaving = new AbortController();
    const left = wire.postImage(boat(addresses(10)), { signal: leaving.signal }).catch(() => 'left');
    await until('references are asked for', () => fetcher.running() === 4);
    leaving.abort();
    await Promise.all([left, until('fetches have ended', () => fetcher.running() === 0)]);
    expect(fetcher.asked).toHaveLength(4);
    const next = wire.postImage(boat(addresses(1)));
    await until('the next one is asked for', () => fetcher.running() === 1);
    fetcher.release();
    expect((await next).status).toBe(200);
  });
});
