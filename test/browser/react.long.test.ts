import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createControlClient } from '../../src/mock/control-client.ts';
import { startMockServer } from '../../src/node/mock-server.ts';
import { until } from '../support/until.ts';
import { hasChromium, openPage } from './chromium.ts';
import { bundleReactPage } from './react-page.ts';
import { servePage } from './serve-page.ts';

const PATIENCE = 240_000;
const browserTest = test.skipIf(!hasChromium);
let html = '';

beforeAll(async () => {
  html = await bundleReactPage();
});

/** Starts a mock and opens the page that calls it. */
async function open(options: { readonly isFrozen?: boolean }) {
  const mock = await startMockServer({ port: 0, host: '127.0.0.1', ...options });
  if (mock.kind === 'failed') throw new Error(mock.message);
  const site = await servePage(html);
  const browser = await openPage();
  const faults: string[] = [];
  browser.page.on('pageerror', ({ message }) => faults.push(message));
  browser.page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await browser.page.clock.install(); // pauses between polls are skipped
  await browser.page.goto(`${site.url}#${mock.baseUrl}`);
  return {
    page: browser.page,
    faults,
    control: createControlClient({ baseUrl: mock.baseUrl }),
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
      await mock.close();
    },
  };
}

/** Submits the picture, and waits until the gateway has it. */
async function submit(page: Page): Promise<void> {
  const submitted = page.waitForResponse(/\/v1\/images\/generations$/);
  await page.getByText('Make a picture').click();
  await submitted;
  await page.locator('progress').waitFor();
}

/** Lets time pass in the page, so that it polls, and waits until it shows what it found; far less than its patience. */
async function pollUntil<Value>(page: Page, what: string, look: () => Promise<Value | false | undefined>) {
  return until(what, async () => {
    await page.clock.runFor(200);
    return look();
  });
}

browserTest(
  'useTask submits once in StrictMode, renders the progress and the picture',
  async () => {
    await using site = await open({ isFrozen: true });
    const { page, control, faults } = site;
    await submit(page);
    await control.setClock({ advance: '4s' });
    const progress = () => page.locator('progress').getAttribute('value');
    const half = await pollUntil(page, 'progress', async () => Number(await progress()) || undefined);
    expect(half).toBeGreaterThan(30);
    expect(half).toBeLessThan(70);
    await control.setClock({ advance: '60s' });
    await pollUntil(page, 'the picture', () => page.locator('img').isVisible());
    const size = await page.evaluate(`(async () => {
      const img = document.querySelector('img');
      await img.decode();
      return [img.naturalWidth, img.naturalHeight, document.querySelector('progress')];
    })()`);
    expect(size).toEqual([1024, 1024, null]);
    const submits = (await control.journal()).filter(({ operation }) => operation === 'createImage');
    expect([submits.length, faults]).toEqual([1, []]);
  },
  PATIENCE,
);

browserTest(
  'useTask has a failure as its state',
  async () => {
    await using site = await open({ isFrozen: true });
    const { page, control } = site;
    const error = { code: 'content_rejected', message: 'The prompt is rejected.' } as const;
    await control.addScenario({ operation: 'createImage', outcome: 'fail', error, times: 1 });
    await submit(page);
    await control.setClock({ advance: '60s' });
    await pollUntil(page, 'the failure', () => page.getByRole('alert').isVisible());
    expect(await page.getByRole('alert').textContent()).toBe('TaskFailedError: The prompt is rejected.');
    await page.getByText('Make a picture').click(); // starts from nothing
    await page.getByRole('alert').waitFor({ state: 'detached' });
  },
  PATIENCE,
);

browserTest(
  'useChat renders the text as it arrives, and its usage',
  async () => {
    await using site = await open({});
    const { page, faults } = site;
    const text = () => page.locator('p').textContent();
    await page.getByRole('button', { name: 'Ask' }).click();
    const first = await until('the first words', async () => (await text()) || undefined);
    await page.getByText('tokens').waitFor();
    const whole = (await text()) ?? '';
    expect(whole.startsWith(first)).toBe(true);
    expect(whole.length).toBeGreaterThan(first.length);
    expect(whole).toContain('lighthouse');
    await page.getByRole('button', { name: 'Ask' }).click(); // starts from nothing
    await page.getByText('tokens').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  },
  PATIENCE,
);

browserTest(
  'cancel ends an answer, and leaves its text',
  async () => {
    await using site = await open({});
    const { page } = site;
    const text = () => page.locator('p').textContent();
    await page.getByRole('button', { name: 'Ask' }).click();
    await until('the first words', async () => (await text()) || undefined);
    const aborted = page.waitForEvent('requestfailed');
    await page.getByText('Stop').click();
    expect((await aborted).failure()?.errorText).toBe('net::ERR_ABORTED');
    await page.getByRole('button', { name: 'Ask' }).waitFor();
    expect(await text()).not.toBe('');
    expect(await page.getByText('tokens').count()).toBe(0);
  },
  PATIENCE,
);

browserTest(
  'unmounting ends the answer and the polls',
  async () => {
    await using site = await open({});
    const { page, control, faults } = site;
    await page.getByText('Make a picture').click();
    await page.getByRole('button', { name: 'Ask' }).click();
    await until('the first words', async () => (await page.locator('p').textContent()) || undefined);
    await until('a poll', async () =>
      (await control.journal()).some(({ operation }) => operation === 'getTask'),
    );
    const aborted = page.waitForEvent('requestfailed');
    await page.evaluate('leave()');
    expect((await aborted).url()).toMatch(/\/v1\/chat\/completions$/);
    const polls: string[] = [];
    page.on('request', (request) => polls.push(request.url()));
    await page.clock.runFor(60_000);
    expect([polls, faults]).toEqual([[], []]);
  },
  PATIENCE,
);
