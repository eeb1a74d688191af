import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { whyNoSiteFolder } from '../../scripts/docs/build/site-folder.ts';
import { toDollars } from '../../src/contract/money.ts';
import { price } from '../../src/contract/requests/plan.ts';
import { startMock } from '../../src/node/programs/start-mock.ts';
import { hasChromium, type OpenPage, openPage } from '../browser/chromium.ts';
import { type BuiltSite, buildAndServe } from './built-site.ts';
import { findDeadLinks } from './dead-links.ts';
import { untilMounted, visit } from './visit.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Bytes of the first page with all that it loads, after gzip (fonts are the reader's own). */
const BUDGET = 150_000;

let site: BuiltSite;
let opened: OpenPage;
let page: Page;
const elsewhere: string[] = [];
const faults: string[] = [];

beforeAll(async () => {
  site = await buildAndServe();
  if (!hasChromium) return;
  opened = await openPage();
  page = opened.page;
  page.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(site.url) && !/^(?:data|blob):/.test(address)) elsewhere.push(address);
  });
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error}`));
});

afterAll(async () => {
  await opened?.[Symbol.asyncDispose]();
  await site?.[Symbol.asyncDispose]();
});

test('a folder with a site can be written again', async () => {
  expect(await whyNoSiteFolder(site.folder)).toBeUndefined();
});

test('every link inside the site leads to a page or file, and to a heading that is there', () => {
  expect(site.pages.length).toBeGreaterThan(40);
  expect(findDeadLinks(site)).toEqual([]);
});

test('pages differ in their descriptions, and llms.txt names all of them', () => {
  const guides = site.pages.filter((path) => !/404|reference|errors|decisions/.test(path));
  const descriptions = guides.map(
    (path) => /<meta name="description" content="([^"]+)"/.exec(site.read(path))?.[1],
  );
  expect(descriptions).not.toContain(undefined);
  expect(new Set(descriptions).size).toBeGreaterThan(guides.length - 4);
  const listed = site.pages.filter((path) => !/404|\/index|decisions/.test(path));
  expect(listed.filter((path) => !site.read('llms.txt').includes(path))).toEqual([]);
});

test('every field of an answer has a row, as have those of lists inside', () => {
  const page = site.read('answers.html').replaceAll('<wbr>', '');
  for (const field of [
    'bounding_box',
    'remain_credits',
    'effective_rates',
    'supported_endpoint_types',
    'expires_at',
  ])
    expect(page).toContain(`<code>${field}</code>`);
});

test.skipIf(!hasChromium)(
  'the search finds identifiers as a whole, and guides before long tables',
  async () => {
    const search = async (text: string) => {
      await visit(page, `${site.url}/money.html`);
      await page.keyboard.press('Control+k');
      await page.locator('.VPLocalSearchBox input').fill(text);
      return page.locator('.VPLocalSearchBox .result').first().getAttribute('href');
    };
    expect(await search('GW-IMG-SXP-012')).toContain('/conformance-requirements.html#img-sxp');
    expect(await search('bounding_box')).toContain('/answers.html#imagelayer');
    expect(await search('sx-5-0-pro')).toContain('/models/sx-5-0-pro.html');
  },
);

test.skipIf(!hasChromium)('without JavaScript, pages that need it say so', async () => {
  await using plain = await openPage({ javaScriptEnabled: false });
  for (const [path, text] of [
    ['/404.html', 'There is no such page'],
    ['/reference.html', 'This page needs JavaScript'],
  ] as const) {
    await plain.page.goto(`${site.url}${path}`);
    expect(await plain.page.locator('body').innerText(), path).toContain(text);
  }
});

test('the changes of the contract have a page, those of a model a part of its page', () => {
  const page = site.read('contract-changes.html');
  expect(page).toContain('Not released yet');
  expect(site.read('first-call.html')).toContain('href="/contract-changes.html"');
  for (const path of ['llms.txt', 'llms-full.txt'])
    expect(site.read(path)).toContain('Changes of the contract');
  const ids = site.pages.flatMap((path) => /^\/models\/(?!index)(.+)\.html$/.exec(path)?.[1] ?? []);
  expect(ids.length).toBeGreaterThan(6);
  for (const id of ids) {
    const [date = ''] = /\d{4}-\d{2}-\d{2}/.exec(JSON.parse(site.read(`schemas/${id}.json`)).$id) ?? [];
    expect(page).toContain(`href="/models/${id}.html"`);
    const [, history = ''] = site.read(`models/${id}.html`).split('id="history"');
    expect(history, id).toContain(`<code>${date}</code>`);
  }
});

test.skipIf(!hasChromium)('no page asks another host, has an error, or is wider than a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  const wide: string[] = [];
  for (const path of site.pages) {
    await visit(page, `${site.url}${path}`);
    const excess = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
    if (excess > 0) wide.push(`${path}: ${excess}`);
  }
  expect({ elsewhere, faults, wide }).toEqual({ elsewhere: [], faults: [], wide: [] });
});

const AUDITED = [
  '/',
  '/models/sx-5-0-pro.html',
  '/models/qx3.8-max.html',
  '/tasks.html',
  '/money.html',
  '/errors/insufficient_balance.html',
  '/contract-changes.html',
  '/mock.html',
  '/reference.html',
  '/404.html',
];

test.skipIf(!hasChromium).each(['light', 'dark'] as const)(
  'axe has no serious finding in %s',
  async (scheme) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    const found: string[] = [];
    for (const path of AUDITED) {
      await visit(page, `${site.url}${path}`);
      await page.evaluate(axe);
      const rules = await page.evaluate<readonly string[]>(
        `axe.run().then(({ violations }) => violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => id + ' ' + nodes[0].target))`,
      );
      found.push(...rules.map((rule) => `${path}: ${rule}`));
    }
    expect(found).toEqual([]);
  },
);

test.skipIf(!hasChromium)('the first page is small', async () => {
  await using fresh = await openPage();
  const sizes: Promise<number>[] = [];
  fresh.page.on('response', (response) => {
    sizes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize),
    );
  });
  await visit(fresh.page, `${site.url}/`);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  console.log(`The first page takes ${bytes} bytes.`);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(BUDGET);
});

test.skipIf(!hasChromium)('the reference shows samples in every language', async () => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto(`${site.url}/reference.html#operation/createChatCompletion`);
  const choice = page.getByText('curl', { exact: true }).locator('visible=true').first();
  const shown = page.locator('pre', { hasText: 'chat' }).locator('visible=true').first();
  await expect.poll(() => shown.textContent()).toContain('curl -s http://localhost:8080/v1/chat/completions');
  await choice.click();
  for (const title of ['TypeScript', 'Python', 'Go', 'Java', 'Rust'])
    await page.getByText(title, { exact: true }).locator('visible=true').first().waitFor();
  await page.getByText('Python', { exact: true }).locator('visible=true').first().click();
  await page.getByText('client.chat.create(').waitFor();
});

test.skipIf(!hasChromium)('the links of the reference lead to its parts in a new tab, too', async () => {
  await page.goto(`${site.url}/reference.html#/tasks`);
  const links = page.locator('a[data-discover]');
  await links.filter({ hasText: 'Get the state of a task' }).first().waitFor();
  const targets = await page.evaluate<readonly string[]>(
    `[...document.querySelectorAll('a[data-discover]')].map((link) => link.getAttribute('href'))`,
  );
  expect(targets.length).toBeGreaterThan(5);
  expect(targets.filter((target) => !target.startsWith('#/'))).toEqual([]);
});

test.skipIf(!hasChromium)('a request is sent from a page, and its task followed to the picture', async () => {
  await using mock = await startMock({ speed: 50 });
  await using other = await openPage();
  await visit(other.page, `${site.url}/try-it.html#createImage`);
  const form = other.page.locator('.try-it');
  expect(await form.getByRole('textbox', { name: 'Path' }).inputValue()).toBe('/v1/images/generations');
  await form.getByRole('textbox', { name: 'Address' }).fill(mock.baseUrl);
  await form.getByRole('textbox', { name: 'Body' }).fill('{"model":"qx-image-3.0"}');
  await form.getByText('Send').click();
  await expect.poll(() => form.locator('output').textContent()).toContain('400');
  expect(await form.getByLabel('The answer').textContent()).toContain('"param": "/prompt"');
  await form.getByRole('textbox', { name: 'Body' }).fill('{"model":"qx-image-3.0","prompt":"A boat"}');
  await form.getByText('Send').click();
  await form.locator('img').waitFor();
  await expect
    .poll(() => other.page.evaluate<number>("document.querySelector('.try-it img').naturalWidth"))
    .toBeGreaterThan(0);
  expect(await form.locator('output').textContent()).toMatch(/^200Task task_\w+: 100%$/);
  await form.locator('select').selectOption({ label: 'Get the state of a task' });
  // Without a body it is in a row with inputs that are higher.
  expect((await form.getByText('Send').boundingBox())?.height).toBeLessThan(45);
  await form.getByText('Send').click();
  await expect.poll(() => form.getByLabel('The answer').textContent()).toContain('"status": "success"');
});

test.skipIf(!hasChromium)('a page says so when nothing answers', async () => {
  const mock = await startMock();
  await mock.close();
  await using other = await openPage();
  await visit(other.page, `${site.url}/models/qx3.8-max.html`);
  const form = other.page.locator('.try-it');
  await form.getByRole('textbox', { name: 'Address' }).fill(mock.baseUrl);
  await form.getByText('Send').click();
  const said = `Nothing answers at ${mock.baseUrl}. Start the mock with "npx gatewright mock", or change the address.`;
  await expect.poll(() => form.locator('output').textContent()).toBe(said);
});

test.skipIf(!hasChromium)('every example of the form is answered as on the page of its model', async () => {
  await using mock = await startMock();
  await using other = await openPage();
  await visit(other.page, `${site.url}/try-it.html`);
  const form = other.page.locator('.try-it');
  await form.getByRole('textbox', { name: 'Address' }).fill(mock.baseUrl);
  const titles = await form.locator('option').allTextContents();
  expect(titles.length).toBeGreaterThan(20);
  for (const label of titles.filter((title) => !title.startsWith('Get the state of a task'))) {
    await form.locator('select').selectOption({ label });
    await form.getByText('Send').click();
    const wanted = label.endsWith('A model without a published parameter contract') ? '403' : '200';
    await expect.poll(() => form.locator('.status').textContent(), { message: label }).toBe(wanted);
    await other.page.reload({ waitUntil: 'networkidle' });
    await untilMounted(other.page);
    await form.getByRole('textbox', { name: 'Address' }).fill(mock.baseUrl);
  }
});

test.skipIf(!hasChromium)('a search by keyboard finds a model', async () => {
  await visit(page, `${site.url}/`);
  await page.keyboard.press('Control+k');
  await page.waitForSelector('.VPLocalSearchBox input:focus');
  await page.keyboard.type('vxq3-mix');
  await page.waitForSelector('.VPLocalSearchBox .result.selected[href*="/models/vxq3-mix.html"]');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/models/vxq3-mix.html*');
});

test.skipIf(!hasChromium)('the calculator has the prices of the contract, and its messages', async () => {
  await visit(page, `${site.url}/models/vxq3.html`);
  const output = page.locator('.calculator output');
  await page.locator('[name=duration]').fill('10');
  await page.locator('[name=resolution]').selectOption('1080p');
  const request = JSON.parse((await page.locator('.calculator pre').textContent()) ?? '');
  expect(request).toMatchObject({ model: 'vxq3', duration: 10, resolution: '1080p' });
  await output.getByText(toDollars(price(request)), { exact: true }).waitFor();
  await page.locator('[name=duration]').fill('99');
  await output.getByText('duration must be at most').waitFor();
});

test.skipIf(!hasChromium)('the language of samples that was chosen stays chosen on other pages', async () => {
  await using other = await openPage();
  const shown = () => other.page.locator('.vp-code-group .blocks > .active').getAttribute('class');
  await visit(other.page, `${site.url}/models/sx-5-0-pro.html`);
  expect(await shown()).toContain('language-sh');
  await other.page.locator('.vp-code-group label', { hasText: 'Go' }).click();
  expect(await shown()).toContain('language-go');
  await other.page.locator('.VPSidebar').getByText('vxq3-mix', { exact: true }).click();
  await other.page.waitForURL('**/models/vxq3-mix.html');
  await expect.poll(shown).toContain('language-go');
  await visit(other.page, `${site.url}/models/vxq3.html`);
  await expect.poll(shown).toContain('language-go');
});

test.skipIf(!hasChromium)(
  'without JavaScript a page has every language, says what is missing, and may be dark',
  async () => {
    await using other = await openPage({ javaScriptEnabled: false, colorScheme: 'dark' });
    await other.page.goto(`${site.url}/models/sx-5-0-pro.html`);
    expect(await other.page.locator('.vp-code-group .blocks > div').locator('visible=true').count()).toBe(6);
    expect(await other.page.locator('.without-scripts noscript').locator('visible=true').count()).toBe(2);
    const background = await other.page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    expect(background).toBe('rgb(27, 27, 31)');
  },
);

test.skipIf(!hasChromium)('every language is printed', async () => {
  await using other = await openPage();
  await visit(other.page, `${site.url}/models/sx-5-0-pro.html`);
  await other.page.emulateMedia({ media: 'print' });
  expect(await other.page.locator('.vp-code-group .blocks > div').locator('visible=true').count()).toBe(6);
  expect(await other.page.locator('.calculator').isVisible()).toBe(false);
});
