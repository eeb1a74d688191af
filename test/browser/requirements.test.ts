import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { hasChromium, openPage } from './chromium.ts';

const PATIENCE = 240_000;
const page = resolve(import.meta.dirname, '../../generated/conformance-requirements.html');
const browserTest = test.skipIf(!hasChromium);

browserTest(
  'the table of requirements filters, keeps its filters in the address, loads nothing and fits a phone',
  async () => {
    await using browser = await openPage();
    const requests: string[] = [];
    const faults: string[] = [];
    browser.page.on('request', (request) => requests.push(request.url()));
    browser.page.on('pageerror', (error) => faults.push(error.message));
    await browser.page.setViewportSize({ width: 390, height: 844 });
    await browser.page.goto(`${pathToFileURL(page)}?area=LAY`);
    const count = browser.page.locator('#count');
    const shown = (): Promise<readonly string[]> =>
      browser.page.locator('tr[id]:visible .id').allTextContents();
    expect((await shown()).every((id) => id.startsWith('GW-LAY-'))).toBe(true);
    await browser.page.selectOption('select[name=level]', 'MUST');
    await browser.page.fill('input[name=text]', 'Z_INDEX base');
    expect(await shown()).toEqual(['GW-LAY-005']);
    expect(await count.textContent()).toMatch(/^1 of \d+$/);
    expect(browser.page.url()).toContain('?level=MUST&area=LAY&text=Z_INDEX+base');
    await browser.page.fill('input[name=text]', 'no such words');
    expect([await shown(), await browser.page.locator('#none').isVisible()]).toEqual([[], true]);
    expect(await browser.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect([requests.filter((url) => !url.startsWith('file:')), faults]).toEqual([[], []]);
  },
  PATIENCE,
);
