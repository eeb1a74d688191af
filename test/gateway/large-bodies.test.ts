import { afterAll, describe, expect, test } from 'vitest';
import { nodeDigest } from '../../src/adapters/platform/node-digest.ts';
import { createInlineWorkers } from '../../src/adapters/workers/create-inline-workers.ts';
import { createWorkerPool } from '../../src/adapters/workers/create-worker-pool.ts';
import type { Workers } from '../../src/gateway/ports/workers.ts';
import { at, openWire } from '../support/open-wire.ts';
import { dataUri } from '../support/reference-images.ts';
import { startReferenceServer } from '../support/reference-server.ts';
import { shells } from '../support/shells.ts';

const MB = 2 ** 20;
const threads = createWorkerPool();
afterAll(() => threads.close());

const picture = (bytes: number) => dataUri({ width: 640, height: 480, format: 'png', bytes });
const boat = { model: 'sx-5-0-pro', prompt: 'A paper boat' };

/** Bytes of a picture, for a body that is read inline and for one that a thread reads. */
const sizes = [20_000, 400_000] as const;

describe.each(shells)('through the $name shell', (shell) => {
  test('images in the body are probed in worker threads, and not stored', async () => {
    await using wire = await openWire(shell, { workers: threads });
    const [first, second] = [await picture(2 * MB), await picture(3 * MB)];
    const id = await wire.submit({ ...boat, image_urls: [first, second], style: 'plain' });
    const task = await wire.store.findUnfinishedTask(id);
    expect(task?.references).toEqual([
      { width: 640, height: 480 },
      { width: 640, height: 480 },
    ]);
    expect(task?.request.style).toBe('plain');
    expect(task?.request.image_urls).toEqual(
      Array(2).fill(expect.stringMatching(/^data:image\/png;base64,[\w/+]{38}sha256:[0-9a-f]{64}$/)),
    );
  });

  test('problems with an image name its position, in large and small bodies', async () => {
    await using wire = await openWire(shell, { workers: threads });
    for (const bytes of [20_000, 400_000]) {
      const good = await picture(bytes);
      const image_urls = [
        good,
        `${good.slice(0, -9)}*${good.slice(-8)}`,
        good.replace('/png', '/webp'),
        good,
      ];
      const answer = await wire.postImage({ ...boat, image_urls });
      expect(answer.status).toBe(400);
      expect(at(answer.body, 'error', 'violations')).toMatchObject([
        { path: '/image_urls/1', rule: 'malformed' },
        { path: '/image_urls/2', rule: 'declared_type' },
      ]);
    }
    const [fits, tooLong] = [await picture(10 * MB), await picture(10 * MB + 1)];
    const qx = { model: 'qx-image-3.0', prompt: 'A paper boat' };
    expect((await wire.postImage({ ...qx, image_urls: [fits] })).status).toBe(200);
    const answer = await wire.postImage({ ...qx, image_urls: [fits, tooLong] });
    expect(at(answer.body, 'error', 'violations')).toMatchObject([
      { path: '/image_urls/1', rule: 'too_large' },
    ]);
  });

  test('messages quote the beginning of what was sent, not its replacement', async () => {
    await using wire = await openWire(shell, { workers: threads });
    const good = await picture(20_000);
    const data = good.slice(good.indexOf(',') + 1);
    for (const [model, head] of [
      ['sx-5-0-pro', 'data:IMAGE/PNG;base64,'],
      ['sx-5-0-pro', 'data:text/plain,'],
      ['qx-image-3.0', 'data:;base64,'],
      ['qx-image-3.0', `data:${'x'.repeat(70)};base64,`],
    ] as const) {
      const uri = head + data;
      const answer = await wire.postImage({ ...boat, model, image_urls: [uri] });
      expect(answer.status).toBe(400);
      expect(at(answer.body, 'error', 'message')).toContain(`; got ${JSON.stringify(uri.slice(0, 60))}...`);
    }
  });

  test('an idempotent retry is recognized however it is written', async () => {
    await using wire = await openWire(shell, { workers: threads });
    const headers = { 'idempotency-key': 'boat-1' };
    const body = { ...boat, image_urls: [await picture(190_000)] };
    const compact = JSON.stringify(body);
    const wide = ' '.repeat(60_000) + compact.replaceAll('/', '\\/');
    expect([compact.length < 262_144, wide.length > 262_144]).toEqual([true, true]);
    const first = await wire.postImage(compact, { headers });
    const again = await wire.postImage(wide, { headers });
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    const escaped = compact.replace('data:', String.raw`\u0064ata:`);
    expect((await wire.postImage(escaped, { headers })).text).toBe(first.text);
    const other = { ...body, image_urls: [await picture(190_001)] };
    expect((await wire.postImage(other, { headers })).status).toBe(409);
  });

  test.each(sizes)(
    'what looks like the placeholder of a picture of %d bytes is no reference',
    async (bytes) => {
      await using wire = await openWire(shell, { workers: threads });
      const uri = await picture(bytes);
      const forged = `${uri.slice(0, 60)}sha256:${nodeDigest.sha256(uri)}`;
      const model = 'sx-5-0-lite';
      const alone = await wire.postImage({ ...boat, model, image_urls: [forged] });
      const beside = await wire.postImage({ ...boat, model, image_urls: [uri, forged] });
      expect([alone.status, beside.status]).toEqual([400, 400]);
      expect(at(beside.body, 'error', 'violations')).toMatchObject([{ path: '/image_urls/1' }]);
      const id = await wire.submit({ ...boat, model, image_urls: [uri] });
      const stored = (await wire.store.findUnfinishedTask(id))?.request.image_urls;
      expect(stored).toEqual([forged]);
    },
  );

  test.each(sizes)(
    'a body with the placeholder of a picture of %d bytes is another request',
    async (bytes) => {
      await using wire = await openWire(shell, { workers: threads });
      const uri = await picture(bytes);
      const forged = `${uri.slice(0, 60)}sha256:${nodeDigest.sha256(uri)}`;
      const headers = { 'idempotency-key': 'boat-1' };
      const body = { ...boat, image_urls: [uri, uri], note: uri };
      const first = await wire.postImage(body, { headers });
      const again = await wire.postImage(JSON.stringify(body, undefined, 1), { headers });
      expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
      for (const other of [
        { ...body, image_urls: [uri, forged] },
        { ...body, note: forged },
      ])
        expect((await wire.postImage(other, { headers })).status).toBe(409);
    },
  );

  test.each([
    ['slashes', (url: string) => url.replaceAll('/', '\\/')],
    ['numbers', (url: string) => url.replace('http', '\\u0068ttp').replaceAll('b', '\\u0062')],
  ])('a long URL whose %s are escaped is fetched as it is', async (_what, escaped) => {
    await using references = await startReferenceServer();
    await using wire = await openWire(shell, { workers: threads });
    const path = `/a/${'b'.repeat(5000)}END`;
    const body = JSON.stringify({ ...boat, image_urls: ['URL'] });
    const answer = await wire.postImage(body.replace('URL', escaped(references.origin + path)));
    expect(answer.status).toBe(400);
    expect(references.asked).toEqual([path]);
  });

  test('a long URL with escaped quotation marks is JSON', async () => {
    await using wire = await openWire(shell, { workers: threads });
    const url = `ftp://a.example/?q="x"${'a'.repeat(5000)}`;
    const answer = await wire.postImage({ ...boat, image_urls: [url] });
    expect([answer.status, at(answer.body, 'error', 'message')]).toEqual([
      400,
      expect.stringContaining(`got ${JSON.stringify(url.slice(0, 60))}...`),
    ]);
  });

  test('apart from its images a submission has at most a megabyte', async () => {
    await using wire = await openWire(shell, { workers: threads });
    const image_urls = [await picture(MB)];
    const rest = JSON.stringify({
      ...boat,
      image_urls: [`data:image/png;base64,${'A'.repeat(38)}sha256:${'0'.repeat(64)}`],
      note: '',
    });
    const noteOf = (bytes: number) => 'n'.repeat(bytes - rest.length);
    const id = await wire.submit({ ...boat, image_urls, note: noteOf(1_048_576) });
    expect((await wire.store.findUnfinishedTask(id))?.request.note).toHaveLength(1_048_576 - rest.length);
    const answer = await wire.postImage({ ...boat, image_urls, note: noteOf(1_048_577) });
    expect([answer.status, at(answer.body, 'error', 'message')]).toEqual([
      400,
      'The body has 1048577 bytes, not counting data URIs in the media fields of its model; it may have at most 1048576.',
    ]);
    const long = await wire.postImage({ ...boat, image_urls: ['https://a.example/'.padEnd(2 * MB, 'a')] });
    expect(long.status).toBe(400);
  });

  test('a misspelled media field is named when it makes a submission too large', async () => {
    await using wire = await openWire(shell, { workers: threads });
    const answer = await wire.postImage({ ...boat, image_url: await picture(2 * MB) });
    expect(answer.status).toBe(400);
    expect(at(answer.body, 'error', 'message')).toMatch(
      /^The body has \d{7} bytes, .+; it may have at most 1048576; did you misspell image_urls as image_url\?$/,
    );
  });

  test('data URIs in an undeclared field are ordinary parameters', async () => {
    const keys = { 'sk-alpha': { account: 'alpha', models: ['house-style'] } };
    await using wire = await openWire(shell, { workers: threads, keys });
    const image_urls = [await picture(300_000), 'x', await picture(300_001)];
    const body = { model: 'house-style', prompt: 'A boat', image_urls, n: 2 };
    const id = await wire.submit(body);
    expect((await wire.store.findUnfinishedTask(id))?.request).toEqual(body);
    const answer = await wire.postImage({ ...body, image_urls: [await picture(800_000)] });
    expect([answer.status, at(answer.body, 'error', 'violations')]).toMatchObject([
      400,
      [{ rule: 'body_rest' }],
    ]);
  });

  test('other requests are answered while a large body is read', async () => {
    const inline = createInlineWorkers();
    const begun = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const workers: Workers = {
      ...inline,
      async run(work, order) {
        begun.resolve();
        await release.promise;
        return inline.run(work, order);
      },
    };
    await using wire = await openWire(shell, { workers });
    const id = await wire.submit(boat);
    const submit = wire.postImage({ ...boat, image_urls: [await picture(2 * MB)] });
    await begun.promise;
    expect(await wire.task(id)).toMatchObject({ id });
    release.resolve();
    expect((await submit).status).toBe(200);
  });

  test.each<[string, Awaited<ReturnType<Workers['run']>>, number]>([
    ['too much waits for a thread', { kind: 'overloaded' }, 503],
    ['the thread takes too long', { kind: 'too_slow' }, 503],
    ['the thread takes too much', { kind: 'too_large' }, 400],
  ])('a large body is refused when %s, and costs nothing', async (_what, result, status) => {
    const workers: Workers = { run: async () => result as never, close: async () => {} }; // whatever is asked
    await using wire = await openWire(shell, { workers });
    const answer = await wire.postImage({ ...boat, image_urls: [await picture(MB)] });
    expect(answer.status).toBe(status);
    if (status === 503) expect(answer.headers.get('retry-after')).toBe('2');
    expect(await wire.remaining()).toBe(1000);
  });
});
