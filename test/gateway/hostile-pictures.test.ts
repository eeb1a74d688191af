import { expect, onTestFinished, test } from 'vitest';
import { createProcessPool } from '../../src/adapters/workers/create-process-pool.ts';
import { createWorkerPool } from '../../src/adapters/workers/create-worker-pool.ts';
import type { ReferenceFetcher } from '../../src/gateway/ports/media/media.ts';
import type { UntrustedWork, Workers } from '../../src/gateway/ports/workers.ts';
import type { OddJob } from '../adapters/workers/odd-jobs.ts';
import { fourQuarters } from '../support/four-quarters.ts';
import { exifLoop, jpegOfScans, withExif } from '../support/hostile-pictures.ts';
import { openWire } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';
import { PATIENCE_MS } from '../support/until.ts';

const [, shell] = shells; // Fetch and Node

/** Serves each picture at an address of its own. */
function serving(pictures: Readonly<Record<string, Uint8Array>>): ReferenceFetcher {
  return {
    async fetch(address) {
      const bytes = pictures[address.slice('https://pictures.example/'.length)];
      return bytes
        ? { kind: 'fetched', bytes: bytes.slice(), declaredType: undefined }
        : { kind: 'unreachable', reason: address };
    },
  };
}

const clipOf = (name: string) => ({
  model: 'vxq3',
  prompt: 'The camera moves',
  image_urls: [`https://pictures.example/${name}`],
  duration: 3,
});

const oddJob: UntrustedWork<OddJob, unknown> = {
  module: new URL('../adapters/workers/odd-jobs.ts', import.meta.url).href,
  load: () => import('../adapters/workers/odd-jobs.ts'),
  timeMs: PATIENCE_MS,
  bufferBytes: 2 ** 30,
};

function openPools() {
  const [workers, decoders] = [createWorkerPool(), createProcessPool({ waitMs: PATIENCE_MS })];
  onTestFinished(async () => {
    await Promise.all([workers.close(), decoders.close()]);
  });
  return { workers, decoders };
}

async function processOf(decoders: Workers): Promise<number> {
  const result = await decoders.run(oddJob, { bytes: new Uint8Array(1), about: { kind: 'process' } });
  return result.kind === 'found' ? Number(result.found) : Number.NaN;
}

test('a JPEG of 30,000 scans never reaches the decoder; its clip is accepted', async () => {
  const decoders: Workers = {
    run: () => Promise.reject(new Error('It was to be decoded.')),
    close: async () => {},
  };
  const fetcher = serving({ scans: jpegOfScans(30_000, { side: 320 }) });
  await using wire = await openWire(shell, { decoders, ports: { fetcher } });
  const id = await wire.submit(clipOf('scans'));
  expect(await wire.store.findPicture(id)).toBeUndefined();
  expect(await wire.remaining()).toBe(999.85);
});

test.each(['jpeg', 'png', 'webp'] as const)('a %s with a loop in its EXIF is copied', async (format) => {
  const plain = await fourQuarters(400, 320, format);
  const fetcher = serving({ plain, loop: withExif(plain, format, exifLoop(4000)) });
  await using wire = await openWire(shell, { ports: { fetcher } });
  const [copy, copyOfLoop] = await Promise.all(
    ['plain', 'loop'].map(async (name) => wire.store.findPicture(await wire.submit(clipOf(name)))),
  );
  expect(copy).toMatch(/^UklGR/);
  expect(copyOfLoop).toBe(copy);
});

test('other requests are served while the decoder hangs; when it is killed, its clip is accepted and the next one copied', async () => {
  const { workers, decoders } = openPools();
  const pid = await processOf(decoders);
  const started = Promise.withResolvers<void>();
  const watched: Workers = {
    ...decoders,
    run(work, order) {
      const result = decoders.run(work, order);
      started.resolve();
      return result;
    },
  };
  const fetcher = serving({ picture: await fourQuarters(640, 480, 'jpeg') });
  await using wire = await openWire(shell, { workers, decoders: watched, ports: { fetcher } });
  process.kill(pid, 'SIGSTOP');
  const stuck = wire.submit(clipOf('picture'));
  await started.promise;

  const chat = { model: 'qx3.8-max', messages: [{ role: 'user', content: 'hello '.repeat(60_000) }] };
  const answer = await wire.send('POST', '/v1/chat/completions', { key: 'sk-beta', body: chat });
  expect(answer.status).toBe(200);

  process.kill(pid, 'SIGKILL');
  expect(await wire.store.findPicture(await stuck)).toBeUndefined();
  expect(await wire.remaining()).toBe(999.85);
  expect(wire.faults.splice(0)).toMatchObject([{ message: 'The process ended with SIGKILL.' }]);
  expect(await wire.store.findPicture(await wire.submit(clipOf('picture')))).toMatch(/^UklGR/);
  expect(await wire.remaining()).toBe(999.7);
});

test('a decoder that hangs is killed after its time, and the clip accepted', async () => {
  const { workers, decoders } = openPools();
  const fetcher = serving({ picture: await fourQuarters(640, 480, 'jpeg') });
  await using wire = await openWire(shell, { workers, decoders, ports: { fetcher } });
  process.kill(await processOf(decoders), 'SIGSTOP');
  expect(await wire.store.findPicture(await wire.submit(clipOf('picture')))).toBeUndefined();
  expect(await wire.store.findPicture(await wire.submit(clipOf('picture')))).toMatch(/^UklGR/);
});

test('a copy beyond the limits is not accepted from a decoder', async () => {
  const large = (await fourQuarters(481, 300, 'webp')).toString('base64');
  for (const found of [large, 'UklGR', '', 7, { toString: 1 }, 'A'.repeat(30_000)]) {
    const decoders = { run: async () => ({ kind: 'found', found }), close: async () => {} } as Workers; // as if taken over
    const fetcher = serving({ picture: await fourQuarters(640, 480, 'png') });
    await using wire = await openWire(shell, { decoders, ports: { fetcher } });
    expect(await wire.store.findPicture(await wire.submit(clipOf('picture')))).toBeUndefined();
  }
});

test('nothing is decoded for a clip that is refused', async () => {
  const decoders: Workers = {
    run: () => Promise.reject(new Error('It was to be decoded.')),
    close: async () => {},
  };
  const [picture, small] = [await fourQuarters(640, 480, 'png'), await fourQuarters(100, 100, 'png')];
  await using wire = await openWire(shell, { decoders, ports: { fetcher: serving({ picture, small }) } });
  for (const names of [['small'], ['picture', 'small'], ['picture', 'missing']]) {
    const image_urls = names.map((name) => `https://pictures.example/${name}`);
    const answer = await wire.postVideo({ ...clipOf('picture'), image_urls });
    expect([names, answer.status]).toEqual([names, 400]);
  }
  expect(await wire.remaining()).toBe(1000);
});

test('a clip whose client disconnects while its picture is decoded is not accepted, and costs nothing', async () => {
  const started = Promise.withResolvers<void>();
  const decoders: Workers = {
    run: (_work, { signal }) =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => resolve({ kind: 'cancelled' }));
        started.resolve();
      }),
    close: async () => {},
  };
  const fetcher = serving({ picture: await fourQuarters(640, 480, 'png') });
  await using wire = await openWire(shell, { decoders, ports: { fetcher } });
  const left = new AbortController();
  const submit = wire.postVideo(clipOf('picture'), { signal: left.signal });
  await started.promise;
  left.abort();
  await expect(submit).rejects.toThrow();
  expect(await wire.remaining()).toBe(1000);
});
