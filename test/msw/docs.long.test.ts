import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { MswGateway } from '../../src/msw/msw-gateway.ts';
import { hasChromium, openPage } from '../browser/chromium.ts';
import { servePage } from '../browser/serve-page.ts';
import { readExample } from './read-example.ts';

const PATIENCE = 240_000;
const root = resolve(import.meta.dirname, '../..');

/** An example with the modules that it imports in this checkout. */
async function readProgram(name: string): Promise<string> {
  return (await readExample(name))
    .replaceAll("'@gatewright/client'", `'${join(root, 'src/client/index.ts')}'`)
    .replaceAll("'gatewright/msw'", `'${join(root, 'src/entries/msw.ts')}'`);
}

async function openFolder() {
  const path = await mkdtemp(join(tmpdir(), 'gatewright-msw-page-'));
  await symlink(join(root, 'node_modules'), join(path, 'node_modules'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

test(
  'the test for Vitest passes',
  async () => {
    await using folder = await openFolder();
    await writeFile(join(folder.path, 'generate.test.ts'), await readProgram('generate.test.ts'));
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const run = promisify(execFile)(process.execPath, [vitest, 'run', '--root', folder.path]);
    expect((await run).stdout).toMatch(/1 passed/);
  },
  PATIENCE,
);

test.skipIf(!hasChromium)(
  'the route for Playwright answers a page of another origin: task, clock, picture',
  async () => {
    await using folder = await openFolder();
    const file = join(folder.path, 'mock-gateway.mts');
    await writeFile(file, await readProgram('mock-gateway.ts'));
    const { mockGateway }: { mockGateway(page: Page): Promise<MswGateway> } = await import(file);
    await using site = await servePage('<!doctype html><title>Test</title><img>');
    await using browser = await openPage();
    using gateway = await mockGateway(browser.page);
    await browser.page.goto(site.url);
    const id = await browser.page.evaluate<string>(SUBMIT);
    await gateway.control.setClock({ advance: '20s' });
    expect(await browser.page.evaluate(`(${SHOW})('${id}')`)).toBe(512);
  },
  PATIENCE,
);

const SUBMIT = `fetch('https://gateway.example.com/v1/images/generations', {
  method: 'POST',
  headers: { authorization: 'Bearer sk-mock', 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'qx-image-3.0', prompt: 'A boat', size: '512x512' }),
}).then((answer) => answer.json()).then(({ data }) => data[0].task_id)`;

const SHOW = `async (id) => {
  const headers = { authorization: 'Bearer sk-mock' };
  const { result } = await (await fetch('https://gateway.example.com/v1/tasks/' + id, { headers })).json();
  const image = document.querySelector('img');
  image.src = result.images[0].url[0];
  await image.decode();
  return image.naturalWidth;
}`;
