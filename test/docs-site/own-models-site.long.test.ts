import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callCommand } from '../cli/call-command.ts';
import { type BuiltSite, buildAndServe } from './built-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatewright-own-site-'));
let site: BuiltSite;

beforeAll(async () => {
  const own = join(folder, 'own');
  expect(await callCommand('init', own)).toMatchObject({ code: 0 });
  const options = ['--title', 'Paper mill', '--url', 'https://docs.example.com/paper'];
  site = await buildAndServe('--models', join(own, 'models'), ...options);
});

afterAll(async () => {
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

test('a model of a user has a page, with a result, answers, a schema and its place in the lists', () => {
  const page = site.read('models/paper-1.0.html');
  expect(page).toContain('<title>paper-1.0 | Paper mill</title>');
  expect(page).toContain('Accepted requests');
  expect(page).toContain('the present one');
  expect(existsSync(join(site.folder, 'results/paper-1.0.png'))).toBe(true);
  expect(JSON.parse(site.read('schemas/paper-1.0.json'))).toMatchObject({ type: 'object' });
  expect(site.read('openapi.json')).toContain('"paper-1.0"');
  expect(site.read('llms.txt')).toContain(
    '[paper-1.0](https://docs.example.com/paper/models/paper-1.0.html)',
  );
});

test('addresses begin with the path of the site', () => {
  expect(site.read('sitemap.xml')).toContain(
    '<loc>https://docs.example.com/paper/models/paper-1.0.html</loc>',
  );
  const links = [...site.read('index.html').matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(
    ([, link = '']) => link,
  );
  expect(links.filter((link) => !link.startsWith('/paper/'))).toEqual([]);
});
