import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { startMockServer } from '../../src/node/mock-server.ts';
import { startCommand } from '../cli/start-command.ts';
import { startTampered } from '../conformance/mutants/start-tampered.ts';
import { changingAnswer, refusal, toImages, toModels } from '../conformance/mutants/tampers.ts';
import { hasChromium, openPage } from './chromium.ts';

const PATIENCE = 240_000;
const folder = mkdtempSync(join(tmpdir(), 'gatewright-page-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A case whose id is wider than the screen of a phone. */
const LONG_ID = 'models.invalid-example/vxq3-mix/data-URI-where-only-public-addresses-are-allowed';

const listsArray = changingAnswer(toModels, (body) => ({ ...body, object: 'array' }));

/** Texts of the visible requirements. */
function shown(page: Page): Promise<readonly string[]> {
  return page.locator('form + div > details > summary .id').allTextContents();
}

function overflow(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
}

test.skipIf(!hasChromium)(
  'the page of a failed run: failures first, filters, requests without keys, commands that work, also on a phone',
  async () => {
    const mock = await startMockServer({ port: 0, host: '127.0.0.1' });
    if (mock.kind === 'failed') throw new Error(mock.message);
    await using broken = await startTampered(mock.baseUrl, {
      response: (response, request, memory) =>
        toImages(request) ? refusal(403) : (listsArray.response?.(response, request, memory) ?? response),
    });
    const file = join(folder, 'page.html');
    const only = [
      '--only',
      'catalogue.list',
      '--only',
      LONG_ID,
      '--only',
      'submission.image',
      '--only',
      'GW-BAL-001',
    ];
    await using command = startCommand('conform', broken.baseUrl, ...only, '--report', `html=${file}`);
    expect(await command.exit()).toBe(1);

    await using opened = await openPage();
    const { page } = opened;
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(pathToFileURL(file).href);

    const everything = await shown(page);
    expect(everything).toContain('GW-CAT-001');
    expect(await page.locator('h1').textContent()).toBe('Failed: gatewright mock');
    await page.fill('input[name=text]', 'GW-CAT-001');
    expect(await page.locator('details[open] dt').allTextContents()).toEqual(
      expect.arrayContaining(['expected', 'received', 'repeat', 'request']),
    );
    await page.fill('input[name=text]', '');
    await page.selectOption('select[name=outcome]', 'passed');
    const passed = await shown(page);
    expect(passed).toContain('GW-BAL-001');
    expect(passed).not.toContain('GW-CAT-001');
    await page.selectOption('select[name=outcome]', '');
    await page.fill('input[name=text]', 'submission.image');
    expect(await shown(page)).toContain('GW-SUB-001');
    expect(await shown(page)).not.toContain('GW-CAT-001');
    await page.fill('input[name=text]', 'no such words');
    expect(await page.locator('form + div').textContent()).toContain('Nothing matches.');
    await page.fill('input[name=text]', '');
    await page.selectOption('select[name=area]', 'BAL');
    expect(await shown(page)).toEqual(everything.filter((id) => id.startsWith('GW-BAL-')));
    await page.selectOption('select[name=area]', '');

    // Everything is opened, to the last request.
    for (const selector of ['details', 'details details', 'details details details'])
      await page.evaluate(`document.querySelectorAll('${selector}').forEach((one) => { one.open = true; })`);
    await page.waitForFunction('document.querySelectorAll("pre").length > 20');
    expect(await overflow(page)).toBe(0);
    const text = (await page.locator('#page').textContent()) ?? '';
    expect(text).toContain('authorization: Bearer $KEY');
    expect(text).not.toContain('sk-mock');
    expect(text).not.toContain('undefined');

    const lines = await page.locator('dd > div > pre').allTextContents();
    const commands = lines.filter((line) => line.startsWith('curl '));
    expect(lines.filter((line) => !/^(curl |npx gatewright explain \S+$)/.test(line))).toEqual([]);
    const statuses = await Promise.all(commands.map(runLine));
    expect(new Set(commands.map((line) => (line.includes('/images/') ? 403 : 200)))).toEqual(
      new Set([200, 403]),
    );
    expect(statuses).toEqual(commands.map((line) => (line.includes('/images/') ? 403 : 200)));
    expect(faults).toEqual([]);
    await mock.close();
  },
  PATIENCE,
);

/** The status that a command from the page gets when it is pasted into a shell. */
async function runLine(line: string): Promise<number> {
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-c', `${line} -m 60 -o /dev/null -w '%{http_code}'`],
    {
      env: { ...process.env, KEY: 'sk-mock' },
    },
  );
  return Number(stdout);
}
