import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasChromium, type OpenPage, openPage } from '../browser/chromium.ts';
import { type Command, startCommand, startCommandIn } from '../cli/start-command.ts';
import { readBlocks } from '../readme/markdown-blocks.ts';
import { untilMounted, visit } from './visit.ts';

/** A command of docs/docs-site.md, without `npx gatewright`. */
function commandOf(index: number): readonly string[] {
  const page = readFileSync(join(import.meta.dirname, '../../docs/docs-site.md'), 'utf8');
  const commands = readBlocks(page).filter(({ language }) => language === 'sh');
  return commands[index]?.text.trim().split(' ').slice(2) ?? [];
}

const folder = mkdtempSync(join(tmpdir(), 'gatewright-read-site-'));
const copy = join(folder, 'site');
let served: Command;
let temporary: string;
let url: string;
let opened: OpenPage;
let page: Page;
const faults: string[] = [];
const asked: string[] = [];

beforeAll(async () => {
  served = startCommand(...commandOf(0), '--port', '0');
  [url] = await served.printed(/^http:\S+$/m);
  temporary = /^(.+): \d+ pages\./m.exec(served.output())?.[1] ?? '';
  cpSync(temporary, copy, { recursive: true });
  if (!hasChromium) return;
  opened = await openPage();
  page = opened.page;
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error}`));
  page.on('request', (request) => asked.push(request.url()));
});

afterAll(async () => {
  await opened?.[Symbol.asyncDispose]();
  await served?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const background = (selector: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);

test.skipIf(!hasChromium)(
  'the served site is read, searched and left for a page that is missing',
  async () => {
    await visit(page, url);
    await page.getByText('The first call', { exact: true }).first().click();
    await page.waitForURL('**/first-call.html');
    await page.waitForLoadState('networkidle');
    await untilMounted(page);
    await page.keyboard.press('Control+k');
    await page.waitForSelector('.VPLocalSearchBox input:focus');
    await page.keyboard.type('vxq3-mix');
    await page.waitForSelector('.VPLocalSearchBox .result.selected[href*="/models/vxq3-mix.html"]');
    const answer = await visit(page, `${url}no/such/page`);
    expect(answer?.status()).toBe(404);
    expect(await page.getByText('There is no such page').isVisible()).toBe(true);
    expect({ faults, elsewhere: asked.filter((address) => !address.startsWith(url)) }).toEqual({
      faults: [],
      elsewhere: [],
    });
  },
);

test.skipIf(!hasChromium)(
  'the same folder is read from its files, with styles, links and pictures',
  async () => {
    await page.goto(pathToFileURL(join(copy, 'index.html')).href);
    await page.locator('.files-note').waitFor();
    expect(await background('.landing .actions a')).toBe('rgb(11, 92, 173)');
    await page.getByText('The first call', { exact: true }).first().click();
    await page.waitForURL('**/site/first-call.html');
    await page.locator('.VPNavBarMenuLink', { hasText: 'Models' }).click();
    await page.waitForURL('**/site/models/index.html');
    await page.locator('.VPSidebar').getByText('qx-image-3.0', { exact: true }).click();
    await page.waitForURL('**/site/models/qx-image-3.0.html');
    await expect
      .poll(() => page.evaluate<number>("document.querySelector('.result img').naturalWidth"))
      .toBeGreaterThan(0);
    // Languages cannot be chosen: all are shown, and nothing that would do nothing.
    for (const text of ['client.images', 'curl -s'])
      await page.getByText(text).locator('visible=true').first().waitFor();
    for (const dead of ['.VPNavBarSearch', '.vp-code-group .tabs', 'button.copy'])
      expect(await page.locator(dead).locator('visible=true').count(), dead).toBe(0);
    await page.locator('.VPNavBarMenuLink', { hasText: 'Reference' }).click();
    await page.waitForURL('**/site/reference.html');
    await page.locator('h1').getByText('Gatewright').waitFor();
    await page.locator('a[href="./index.html"]').first().click();
    await page.waitForURL('**/site/index.html');
    expect(faults).toEqual([]);
    expect(asked.filter((address) => /^https?:/.test(address) && !address.startsWith(url))).toEqual([]);
  },
);

test('Ctrl-C ends it and removes the temporary folder; the copy is served without building', async () => {
  served.child.kill('SIGINT');
  expect(await served.exit()).toBe(0);
  expect(existsSync(temporary)).toBe(false);
  await using again = startCommandIn({ cwd: folder, env: {} }, ...commandOf(2), '--port', '0');
  const [address] = await again.printed(/^http:\S+$/m);
  expect(await (await fetch(`${address}models/vxq3`)).text()).toContain('<title>vxq3 | gatewright</title>');
});
