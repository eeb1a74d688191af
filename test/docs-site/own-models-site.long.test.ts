import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callCommand } from '../cli/call-command.ts';
import { readBlocks } from '../readme/markdown-blocks.ts';
import { type BuiltSite, serveBuilt } from './built-site.ts';
import { findDeadLinks } from './dead-links.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'gatewright-own-site-'));
let site: BuiltSite;

beforeAll(async () => {
  const own = join(folder, 'own');
  expect(await callCommand('init', own)).toMatchObject({ code: 0 });
  const page = readFileSync(join(root, 'docs/docs-site.md'), 'utf8');
  const command = readBlocks(page).find(({ text }) => text.includes('--models models'))?.text ?? '';
  const npx = `npx() { shift; '${process.execPath}' '${root}/bin/gatewright.cjs' "$@"; }`;
  await promisify(execFile)('bash', ['-c', `set -e; ${npx}\n${command}`], { cwd: own });
  site = await serveBuilt(join(own, 'site'));
});

afterAll(async () => {
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

test('a model of a user has a page, with a result, answers, a schema and its place in the lists', () => {
  const page = site.read('models/paper-1.0.html');
  expect(page).toContain('<title>paper-1.0 | Paper mill</title>');
  expect(page).toContain('Accepted requests');
  expect(page).toContain('(current)');
  expect(existsSync(join(site.folder, 'results/paper-1.0.png'))).toBe(true);
  expect(JSON.parse(site.read('schemas/paper-1.0.json'))).toMatchObject({ type: 'object' });
  expect(site.read('openapi.json')).toContain('"paper-1.0"');
  expect(site.read('llms.txt')).toContain(
    '[paper-1.0](https://docs.example.com/paper/models/paper-1.0.html)',
  );
});

test('addresses begin with the path of the site, and lead to its pages and files, downloads among them', () => {
  expect(site.read('sitemap.xml')).toContain('/reference.html</loc>');
  expect(site.read('sitemap.xml')).toContain(
    '<loc>https://docs.example.com/paper/models/paper-1.0.html</loc>',
  );
  expect(findDeadLinks(site, '/paper/')).toEqual([]);
});
