import { describe, expect, test } from 'vitest';
import type { ImageProber } from '../../src/gateway/ports/media/image-prober.ts';
import type { FetchedReference, ReferenceFetcher } from '../../src/gateway/ports/media/media.ts';
import { at, openWire, textAt } from '../support/open-wire.ts';
import { pngFile } from '../support/png-file.ts';
import { dataUri } from '../support/reference-images.ts';
import { shells } from '../support/shells.ts';

const boat = { model: 'sx-5-0-pro', prompt: 'A paper boat' };
const size = { width: 640, height: 480 };
const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://a.example/${index}.png`);

/** Fetches the same from every address. */
const always = (fetched: FetchedReference): ReferenceFetcher => ({ fetch: async () => fetched });

/** Serves this picture, reserving capacity for its bytes. */
function serving(bytes: Uint8Array): ReferenceFetcher {
  return {
    fetch: async (_address, { reserve }) =>
      reserve?.(bytes.length) === false
        ? { kind: 'no_room' }
        : { kind: 'fetched', bytes: Uint8Array.from(bytes), declaredType: undefined },
  };
}

describe.each(shells)('through the $name shell', (shell) => {
  test.each<[FetchedReference, string]>([
    [
      { kind: 'too_large', maxBytes: 31_457_280, bytes: 40_000_000 },
      'the file has 40000000 bytes; at most 31457280 are allowed',
    ],
    [{ kind: 'too_large', maxBytes: 31_457_280 }, 'the file has more than the 31457280 bytes allowed'],
    [
      { kind: 'unreachable', reason: 'there is no such host' },
      'the file cannot be read: there is no such host',
    ],
    [{ kind: 'malformed', reason: 'its address is odd' }, 'its address is odd'],
    [{ kind: 'no_room' }, 'the file cannot be read now'],
    [
      { kind: 'fetched', bytes: new Uint8Array(9), declaredType: 'image/png' },
      'the bytes are not an image; the format must be one of jpeg, png, webp, bmp, tiff, gif, heic, heif',
    ],
  ])('says why a reference cannot be used: %j', async (fetched, message) => {
    await using wire = await openWire(shell, { ports: { fetcher: always(fetched) } });
    const answer = await wire.postImage({ ...boat, image_urls: addresses(1) });
    const { kind } = fetched;
    const rule = kind === 'fetched' ? 'format' : kind;
    expect([answer.status, at(answer.body, 'error', 'violations')]).toEqual([
      400,
      [{ path: '/image_urls/0', rule, message: `image_urls[0]: ${message}` }],
    ]);
  });

  test('what is wrong with a reference is told with what else is wrong', async () => {
    const fetcher = always({ kind: 'unreachable', reason: 'there is no such host' });
    await using wire = await openWire(shell, { ports: { fetcher } });
    const answer = await wire.postImage({ ...boat, image_urls: addresses(1), n: 2 });
    expect(at(answer.body, 'error', 'violations')).toMatchObject([
      { path: '/image_urls/0', message: expect.stringContaining('there is no such host') },
      { path: '/n', message: 'n must be at most 1; got 2' },
    ]);
  });

  test('a fetcher has twenty seconds, and the size limit of the model', async () => {
    const asked: object[] = [];
    const fetcher: ReferenceFetcher = {
      async fetch(_address, { timeoutMs, maxBytes }) {
        asked.push({ timeoutMs, maxBytes });
        return { kind: 'unreachable', reason: 'no host in this test' };
      },
    };
    await using wire = await openWire(shell, { ports: { fetcher } });
    await wire.postImage({ ...boat, image_urls: addresses(1) });
    expect(asked).toEqual([{ timeoutMs: 20_000, maxBytes: 31_457_280 }]);
  });

  test('the capacity for one reference is free again for the next', async () => {
    const picture = pngFile({ ...size, bytes: 1000 });
    const reference_bytes = { per_account: 4000, per_process: 4000 };
    const fetcher = serving(picture);
    await using wire = await openWire(shell, { bounds: { reference_bytes }, ports: { fetcher } });
    expect((await wire.postImage({ ...boat, image_urls: addresses(10) })).status).toBe(200);
    const clip = { model: 'vxq3', prompt: 'It sails', image_urls: addresses(1) };
    for (let count = 0; count < 5; count += 1) expect((await wire.postVideo(clip)).status).toBe(200);
    expect((await wire.postImage({ ...boat, image_urls: addresses(10) })).status).toBe(200);
  });

  test('a clip is refused for its second picture, too', async () => {
    const first = serving(pngFile(size));
    const second = always({ kind: 'unreachable', reason: 'there is no such host' });
    const fetcher: ReferenceFetcher = {
      fetch: (address, options) => (address.endsWith('/0.png') ? first : second).fetch(address, options),
    };
    await using wire = await openWire(shell, { ports: { fetcher } });
    const answer = await wire.postVideo({ model: 'vxq3', prompt: 'It sails', image_urls: addresses(2) });
    expect([answer.status, at(answer.body, 'error', 'violations', 0, 'path')]).toEqual([
      400,
      '/image_urls/1',
    ]);
  });

  test('too many pictures being probed is a 503, whether they are in the body or elsewhere', async () => {
    const busy = async () => ({ kind: 'busy' }) as const;
    const prober: ImageProber = { probe: busy, probeData: busy, copy: async () => undefined };
    const fetcher = serving(pngFile(size));
    await using wire = await openWire(shell, { ports: { prober, fetcher } });
    for (const image_urls of [addresses(1), [await dataUri({ ...size, format: 'png', bytes: 100_000 })]]) {
      const answer = await wire.postImage({ ...boat, image_urls });
      expect([answer.status, at(answer.body, 'error', 'reason')]).toEqual([503, 'overloaded']);
      expect(textAt(answer.body, 'error', 'message')).toContain('references waiting to be read');
    }
  });

  test('a server may name another format than that of its file', async () => {
    const bytes = Uint8Array.from(pngFile(size));
    const fetcher = always({ kind: 'fetched', bytes, declaredType: 'image/jpeg' });
    await using wire = await openWire(shell, { ports: { fetcher } });
    expect((await wire.postImage({ ...boat, image_urls: addresses(1) })).status).toBe(200);
  });

  test.each([
    ['tiff', 'tif'],
    ['bmp', 'x-ms-bmp'],
    ['heic', 'heif'],
    ['jpeg', 'jpg'],
  ])('a data URI of %s may be declared as %s, and not as png', async (format, declared) => {
    await using wire = await openWire(shell);
    const [right, wrong] = [
      await dataUri({ ...size, format }, declared),
      await dataUri({ ...size, format }, 'png'),
    ];
    expect((await wire.postImage({ ...boat, image_urls: [right] })).status).toBe(200);
    const answer = await wire.postImage({ ...boat, image_urls: [wrong] });
    expect(at(answer.body, 'error', 'violations', 0, 'rule')).toBe('declared_type');
  });

  test('a model that takes addresses only refuses pictures in the body', async () => {
    await using wire = await openWire(shell);
    const image_urls = [await dataUri({ ...size, format: 'png' })];
    const answer = await wire.postVideo({ model: 'vxq3', prompt: 'It sails', image_urls });
    expect([answer.status, at(answer.body, 'error', 'violations', 0, 'path')]).toEqual([
      400,
      '/image_urls/0',
    ]);
    expect(await wire.remaining()).toBe(1000);
  });
});
