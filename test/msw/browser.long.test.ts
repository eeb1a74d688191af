import { writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createMockGateway } from '../../src/msw/create-mock-gateway.ts';
import { hasChromium, type OpenPage, openPage } from '../browser/chromium.ts';
import { callCommand } from '../cli/call-command.ts';
import { textAt } from '../support/open-wire.ts';
import type { PageBundle } from './page-bundle.ts';
import { readExample } from './read-example.ts';
import { servePage } from './serve-page.ts';

const root = resolve(import.meta.dirname, '../..');
const PATIENCE = 240_000;
const browserTest = test.skipIf(!hasChromium);

interface App extends OpenPage {
  readonly url: string;
  /** Whose modules the page can import. */
  readonly folder: string;
  readonly bundle: PageBundle;
  /** Errors that the page reported. */
  readonly faults: readonly string[];
}

let app: App;

beforeAll(async () => {
  if (hasChromium) app = await openApp();
}, PATIENCE);

beforeEach(async () => {
  if (hasChromium) await app.page.evaluate('gateway.reset()');
});

afterAll(async () => {
  if (!hasChromium) return;
  expect(app.faults).toEqual([]);
  await app[Symbol.asyncDispose]();
});

async function openApp(): Promise<App> {
  const site = await servePage();
  const browser = await openPage();
  const { page } = browser;
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(site.url);
  await untilStatus(page, /^started$/);
  return {
    page,
    url: site.url,
    folder: site.folder,
    bundle: site.bundle,
    faults,
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

async function untilStatus(page: Page, pattern: RegExp): Promise<void> {
  await page.waitForFunction(`${pattern}.test(document.querySelector('#status').textContent)`);
}

browserTest(
  'an application shows progress, a picture, a stream and a failure of the gateway behind its worker',
  async () => {
    const { page, bundle } = app;
    await page.click('button');
    await untilStatus(page, /^processing [1-9]/);
    await untilStatus(page, /^done$/);
    await page.waitForFunction(`document.querySelector('img').naturalWidth === 1024`);
    await page.waitForFunction(
      `/^callback: task_.* success$/.test(document.querySelector('#callback').textContent)`,
    );
    expect(await page.evaluate(`ask('What is a lighthouse?')`)).toBeGreaterThan(5);
    expect(await page.textContent('#answer')).toContain('a lighthouse');
    await page.evaluate(
      `gateway.control.addScenario({ operation: 'createImage', outcome: 'fail', error: { code: 'content_rejected' } })`,
    );
    await page.click('button');
    await untilStatus(page, /^TaskFailedError/);
    await page.evaluate(`gateway.control.addScenario({ operation: 'getUserBalance', outcome: 'drop' })`);
    expect(await page.evaluate(`client.balance.account().catch(String)`)).toMatch(/^TypeError/);

    const parts = bundle.laterParts.slice(0, 6).map(([file, bytes]) => `${file} ${toKilobytes(bytes)}`);
    console.log(`Loaded at once: ${toKilobytes(bundle.firstBytes)} after gzip; later: ${parts.join(', ')}`);
    expect(bundle.firstBytes).toBeLessThan(150_000);
  },
  PATIENCE,
);

function toKilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}

/** Submits, advances the clock, and resolves to the bytes of the first file in base64. */
const MAKE = `async (operation, request) => {
  const { gateway, client } = globalThis;
  await gateway.control.setClock({ freeze: true });
  const task = await client[operation].generate(request);
  await gateway.control.setClock({ advance: '10m' });
  const record = await task.wait();
  const files = await task.download();
  return { record, files: await Promise.all(files.map(({ blob }) => blob.bytes().then((bytes) => bytes.toBase64()))) };
}`;

interface Made {
  readonly record: unknown;
  readonly files: readonly string[];
}

async function make(page: Page, operation: 'images' | 'videos', request: object): Promise<Made> {
  return page.evaluate(`(${MAKE})('${operation}', ${JSON.stringify(request)})`);
}

browserTest(
  'each test begins anew',
  async () => {
    expect(await app.page.evaluate(`client.balance.account()`)).toMatchObject({ used_balance: 0 });
    expect(await app.page.evaluate(`gateway.control.listScenarios()`)).toEqual([]);
  },
  PATIENCE,
);

browserTest(
  'the same prompt shows the same picture as in Node',
  async () => {
    const request = { model: 'qx-image-3.0', prompt: 'A windmill in the snow', size: '1024x640', seed: 5 };
    const { files } = await make(app.page, 'images', request);
    using gateway = createMockGateway({ isFrozen: true });
    const ask = async (path: string, body?: object) =>
      gateway.fetch(
        new Request(gateway.baseUrl + path, {
          method: body ? 'POST' : 'GET',
          headers: { authorization: 'Bearer sk-mock' },
          ...(body && { body: JSON.stringify(body) }),
        }),
      );
    const submitted = await (await ask('/v1/images/generations', request)).json();
    await gateway.control.setClock({ advance: '10m' });
    const record = await (await ask(`/v1/tasks/${textAt(submitted, 'data', 0, 'task_id')}`)).json();
    const link = new URL(textAt(record, 'result', 'images', 0, 'url', 0)).pathname;
    const theirs = await sharp(Buffer.from(files[0] ?? '', 'base64'))
      .removeAlpha()
      .raw()
      .toBuffer();
    const ours = await sharp(await (await ask(link)).bytes())
      .raw()
      .toBuffer();
    expect(theirs.length).toBe(ours.length);
    const difference = ours.reduce((sum, value, at) => sum + Math.abs(value - (theirs[at] ?? 0)), 0);
    expect(difference / ours.length).toBeLessThan(1);
  },
  PATIENCE,
);

browserTest(
  'clips play, those of a drawn picture and of one from another handler begin with it',
  async () => {
    const { page } = app;
    const drawn = await make(page, 'images', { model: 'qx-image-3.0', prompt: 'A boat', size: '1280x720' });
    const link = textAt(drawn.record, 'result', 'images', 0, 'url', 0);
    const clip = { model: 'vxq3', prompt: 'A boat drifts by', duration: 3 };
    const play = async (reference: string): Promise<Played> => {
      const { files } = await make(page, 'videos', { ...clip, image_urls: [reference] });
      return page.evaluate(`(${PLAY})('${files[0]}')`);
    };
    expect(await play(link)).toMatchObject({ seconds: 3 });
    const { colour, seconds } = await play('https://pictures.example.com/green.jpeg');
    expect(seconds).toBe(3);
    for (const [channel, value] of [0, 160, 0].entries())
      expect(Math.abs((colour[channel] ?? 0) - value)).toBeLessThan(12);
  },
  PATIENCE,
);

browserTest(
  'what is loaded on demand works: a PDF, an answer in a schema, a forced response, the documents',
  async () => {
    const seen = await app.page.evaluate(`(async () => {
      const at = (path, init) => fetch('https://gateway.example.com' + path, init);
      const ask = async (content, more) => {
        const answer = await client.chat.create({ model: 'qx3.8-max', messages: [{ role: 'user', content }], ...more });
        return answer.choices[0].message.content;
      };
      const pdf = 'data:application/pdf;base64,' + btoa(${JSON.stringify(PDF)});
      const schema = { type: 'object', properties: { name: { type: 'string', pattern: '^[a-c]{3}$' } }, required: ['name'] };
      const headers = { authorization: 'Bearer sk-mock', prefer: 'code=429' };
      return {
        read: await ask([{ type: 'text', text: 'Sum it up' }, { type: 'file', file: { file_data: pdf } }]),
        drawn: await ask('Names', { response_format: { type: 'json_schema', json_schema: { name: 'names', schema } } }),
        forced: (await at('/v1/models', { headers })).status,
        document: (await (await at('/openapi.json')).json()).openapi,
        schema: (await (await at('/schemas/qx-image-3.0.json')).json()).title,
      };
    })()`);
    expect(seen).toMatchObject({ forced: 429, document: '3.1.0', schema: 'QxImage30' });
    expect(seen).toMatchObject({ read: expect.any(String), drawn: expect.stringMatching(/"[a-c]{3}"/) });
  },
  PATIENCE,
);

/** One page; readers find it without a table of its parts. */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
trailer<</Root 1 0 R>>`;

browserTest(
  'the examples for pages work: a worker that Storybook starts, and a client without one',
  async () => {
    const names = ['gateway.ts', '.storybook/preview.ts', 'client.ts'];
    for (const name of names) await writeFile(join(app.folder, basename(name)), await readExample(name));
    const page = await app.page.context().newPage();
    await page.goto(`${app.url}empty.html`);
    const seen = await page.evaluate(`(async () => {
      const { loaders } = await import('/@fs${app.folder}/preview.ts');
      for (const load of loaders) await load();
      const headers = { authorization: 'Bearer sk-mock' };
      const models = await fetch('https://gateway.example.com/v1/models', { headers });
      const { client } = await import('/@fs${app.folder}/client.ts');
      return { status: models.status, balance: await client.balance.account() };
    })()`);
    expect(seen).toMatchObject({ status: 200, balance: { used_balance: 0 } });
    await page.close();
  },
  PATIENCE,
);

browserTest(
  'models of a user are there: in the gateway behind the worker, and in what it costs',
  async () => {
    vi.stubEnv('XDG_CACHE_HOME', app.folder);
    const models = join(root, 'test/scripts/add-model/models');
    const generated = await callCommand(
      'generate',
      '--models',
      models,
      '--out',
      join(app.folder, 'generated'),
    );
    expect(generated).toMatchObject({ code: 0, err: '' });
    await writeFile(join(app.folder, 'own-gateway.ts'), await readExample('own-gateway.ts'));
    const page = await app.page.context().newPage();
    await page.goto(`${app.url}empty.html`);
    const seen = await page.evaluate(`(async () => {
      const { gateway } = await import('/@fs${app.folder}/own-gateway.ts');
      const { models } = await import('/@fs${app.folder}/generated/models.mjs');
      const { createClient } = await import('/@fs${root}/src/client/index.ts');
      const { estimate } = await import('/@fs${root}/src/client/estimate/index.ts');
      const client = createClient({ baseUrl: gateway.baseUrl, apiKey: 'sk-mock', fetch: gateway.fetch });
      const request = { model: 'collage-1.0', prompt: 'A paper boat', size: '800x600' };
      const { holdUsd } = estimate(request, { models });
      await gateway.control.setClock({ freeze: true });
      const task = await client.images.generate(request);
      const { remain_balance: left } = await client.balance.account();
      await gateway.control.setClock({ advance: '10m' });
      const [file] = await task.download();
      const { width, height } = await createImageBitmap(file.blob);
      const refused = await client.images.generate({ ...request, steps: 5 }).catch(({ message }) => message);
      const read = async (path) => (await gateway.fetch(new Request(gateway.baseUrl + path))).json();
      const document = JSON.stringify(await read('/openapi.json'));
      const { title } = await read('/schemas/collage-1.0.json');
      return { holdUsd, left, width, height, refused, hasModel: document.includes('collage-1.0'), title };
    })()`);
    expect(seen).toEqual({
      holdUsd: '0.015',
      left: 999.985,
      width: 800,
      height: 600,
      refused: expect.stringContaining('steps must be one of 4, 8, 16'),
      hasModel: true,
      title: 'Collage10',
    });
    await page.close();
    const { outputFiles } = await build({
      entryPoints: [join(app.folder, 'generated/models.mjs')],
      external: ['./openapi.mjs'],
      minify: true,
      bundle: true,
      format: 'esm',
      write: false,
    });
    const bytes = gzipSync(outputFiles[0]?.contents ?? '').length;
    console.log(`Four models of a user: ${toKilobytes(bytes)} after gzip`);
    expect(bytes).toBeLessThan(20_000);
  },
  PATIENCE,
);

interface Played {
  readonly seconds: number;
  /** Red, green and blue in the middle of the frame after a second. */
  readonly colour: readonly number[];
}

const PLAY = `async (base64) => {
  const clip = document.createElement('video');
  clip.src = URL.createObjectURL(new Blob([Uint8Array.fromBase64(base64)], { type: 'video/mp4' }));
  const once = (name) => new Promise((resolve, reject) => {
    clip.addEventListener(name, resolve, { once: true });
    clip.addEventListener('error', () => reject(new Error(clip.error?.message)), { once: true });
  });
  await once('canplay');
  const shown = new Promise((resolve) => clip.requestVideoFrameCallback(resolve));
  clip.currentTime = 1;
  await Promise.all([once('seeked'), shown]);
  const context = new OffscreenCanvas(3, 3).getContext('2d');
  context.drawImage(clip, 0, 0, 3, 3);
  return { seconds: Math.round(clip.duration), colour: [...context.getImageData(1, 1, 1, 1).data] };
}`;
