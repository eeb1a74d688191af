import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { createMemoryRateLimiter } from '../../src/adapters/rate-limit/create-memory-rate-limiter.ts';
import { fetchShell, openText } from '../gateway/text/open-text.ts';
import { listen } from '../http/listen.ts';
import { createTestGateway } from '../support/create-test-gateway.ts';
import { textAt } from '../support/open-wire.ts';
import { hasChromium, openPage } from './chromium.ts';
import { servePage } from './serve-page.ts';

const PATIENCE = 240_000;
const browserTest = test.skipIf(!hasChromium);

async function bundlePage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [new URL('./openai-page.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
  });
  return outputFiles[0]?.text ?? '';
}

browserTest(
  'the official client works from a page of another origin, and reads request id and rate limit',
  async () => {
    const keys = { 'sk-alpha': { account: 'alpha', rateLimit: { requests: 100, seconds: 60 } } };
    await using text = await openText(fetchShell, {
      keys,
      ports: { rateLimiter: createMemoryRateLimiter() },
    });
    await using server = await listen(text.gateway);
    const script = (await bundlePage()).replaceAll('</script', '<\\/script');
    await using site = await servePage(`<!doctype html><title>Test</title><script>${script}</script>`);
    await using browser = await openPage();
    await browser.page.goto(site.url);
    const seen = await browser.page.evaluate(`ask('http://127.0.0.1:${server.port}')`);
    expect(seen).toMatchObject({
      content: expect.stringContaining('a paper boat'),
      requestId: expect.stringMatching(/^req_/),
      remaining: '99',
      streamed: expect.stringContaining('a paper boat'),
      output: expect.stringContaining('a paper boat'),
      refused: { status: 400, id: expect.stringMatching(/^req_/) },
    });
  },
  PATIENCE,
);

browserTest(
  'a clip can be scrubbed: the browser seeks by ranges, and the clip is drawn once',
  async () => {
    const gateway = createTestGateway({ keys: { 'sk-alpha': { account: 'alpha', models: ['sx-clip'] } } });
    const requests: string[] = [];
    await using server = await listen({
      handle(request) {
        if (request.target.startsWith('/files/')) requests.push(request.header('range') ?? 'whole');
        return gateway.gateway.handle(request);
      },
    });
    const origin = `http://127.0.0.1:${server.port}`;
    const link = await makeFile(gateway, origin, 'videos');
    await using site = await servePage(
      `<!doctype html><title>Test</title><video id="clip" muted src="${link}"></video>`,
    );
    await using browser = await openPage();
    await browser.page.goto(site.url);
    const seen = await browser.page.evaluate<Scrubbed>(SCRUB);
    expect(seen.width).toBe(1280);
    expect(seen.duration).toBeCloseTo(5, 1);
    expect([seen.start, Math.round(seen.end)]).toEqual([0, 5]);
    for (const [index, part] of [0.8, 0.2, 0.5].entries()) expect(seen.places[index]).toBeCloseTo(part, 2);
    expect(requests[0]).toMatch(/^bytes=/);
  },
  PATIENCE,
);

browserTest(
  'a page reads the headers of a file that the browser has cached for an image, which sends no Origin',
  async () => {
    const gateway = createTestGateway();
    await using server = await listen(gateway.gateway);
    const origin = `http://127.0.0.1:${server.port}`;
    const link = await makeFile(gateway, origin, 'images');
    await using site = await servePage(`<!doctype html><title>Test</title><img src="${link}">`);
    await using browser = await openPage();
    await browser.page.goto(site.url);
    const seen = await browser.page.evaluate(`(async () => {
      await document.querySelector('img').decode();
      const { headers } = await fetch('${link}', { cache: 'force-cache' });
      return ['x-request-id', 'etag', 'accept-ranges'].map((name) => headers.get(name));
    })()`);
    expect(seen).toEqual([expect.stringMatching(/^req_/), expect.stringMatching(/^"/), 'bytes']);
  },
  PATIENCE,
);

interface Scrubbed {
  readonly places: readonly number[];
  readonly duration: number;
  readonly width: number;
  readonly start: number;
  readonly end: number;
}

/** Seeks to several positions, one after another, and returns where the clip was each time. */
const SCRUB = `(async () => {
  const clip = document.querySelector('video');
  const once = (name) => new Promise((resolve, reject) => {
    clip.addEventListener(name, () => resolve(), { once: true });
    clip.addEventListener('error', () => reject(new Error(clip.error?.message)), { once: true });
  });
  if (clip.readyState < 1) await once('loadedmetadata');
  const places = [];
  for (const part of [0.8, 0.2, 0.5]) {
    const sought = once('seeked');
    clip.currentTime = clip.duration * part;
    await sought;
    places.push(clip.currentTime / clip.duration);
  }
  const { duration, videoWidth: width, seekable } = clip;
  return { places, duration, width, start: seekable.start(0), end: seekable.end(0) };
})()`;

const FILE_MODELS = { images: 'qx-image-3.0', videos: 'sx-clip' };

/** Submits a task and returns the link to its file when it is ready. */
async function makeFile(
  gateway: ReturnType<typeof createTestGateway>,
  origin: string,
  kind: keyof typeof FILE_MODELS,
): Promise<string> {
  const headers = { authorization: 'Bearer sk-alpha', 'content-type': 'application/json' };
  const body = JSON.stringify({ model: FILE_MODELS[kind], prompt: 'A boat drifts by' });
  const submitted = await fetch(`${origin}/v1/${kind}/generations`, { method: 'POST', headers, body });
  const id = textAt(await submitted.json(), 'data', 0, 'task_id');
  await gateway.advance(600);
  const task = await fetch(`${origin}/v1/tasks/${id}`, { headers });
  return textAt(await task.json(), 'result', kind, 0, 'url', 0);
}
