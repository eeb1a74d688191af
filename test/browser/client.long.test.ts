import { expect, test } from 'vitest';
import { startMockServer } from '../../src/node/mock-server.ts';
import { bundleScenario, WANT } from '../client/runtimes/bundle-scenario.ts';
import { hasChromium, openPage } from './chromium.ts';
import { bundleLayersPage } from './layers-page.ts';
import { servePage } from './serve-page.ts';

const PATIENCE = 240_000;
const browserTest = test.skipIf(!hasChromium);

browserTest.each([
  ['a page', (script: string) => `new Promise((resolve) => { globalThis.tell = resolve; ${script} })`],
  [
    'a worker',
    (script: string) => `new Promise((resolve) => {
      const code = new Blob([${JSON.stringify(script)}], { type: 'text/javascript' });
      const worker = new Worker(URL.createObjectURL(code));
      worker.onmessage = ({ data }) => resolve(data);
    })`,
  ],
])(
  'the client works in %s of Chromium',
  async (place, wrap) => {
    const mock = await startMockServer({ port: 0, host: '127.0.0.1', speed: 100 });
    if (mock.kind === 'failed') throw new Error(mock.message);
    try {
      const tell = place === 'a page' ? 'globalThis.tell' : 'postMessage';
      const script = await bundleScenario(mock.baseUrl, tell, 'iife');
      await using site = await servePage('<!doctype html><title>Test</title>');
      await using browser = await openPage();
      await browser.page.goto(site.url);
      expect(JSON.parse(await browser.page.evaluate<string>(wrap(script)))).toEqual(WANT);
    } finally {
      await mock.close();
    }
  },
  PATIENCE,
);

browserTest(
  'layers are drawn where they belong on a canvas',
  async () => {
    const mock = await startMockServer({ port: 0, host: '127.0.0.1', speed: 100 });
    if (mock.kind === 'failed') throw new Error(mock.message);
    try {
      await using site = await servePage(await bundleLayersPage());
      await using browser = await openPage();
      await browser.page.goto(site.url);
      const seen = await browser.page.evaluate<Drawn>(`recompose(${JSON.stringify(mock.baseUrl)})`);
      expect(seen).toMatchObject({ width: 1152, height: 864, outside: 0 });
      expect(seen.layers).toBeGreaterThanOrEqual(3);
      expect(seen.inside).toBeGreaterThan(1000);
    } finally {
      await mock.close();
    }
  },
  PATIENCE,
);

/** The canvas, and how many of its pixels differ from the base image inside and outside of the boxes of layers. */
interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly layers: number;
  readonly inside: number;
  readonly outside: number;
}
