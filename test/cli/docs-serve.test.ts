import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callCommand } from './call-command.ts';
import { type Command, startCommand } from './start-command.ts';

const parent = mkdtempSync(join(tmpdir(), 'gatewright-served-'));
const folder = join(parent, 'site');
let served: Command;
let url: URL;

beforeAll(async () => {
  mkdirSync(join(folder, 'models'), { recursive: true });
  const mark = '<meta name="made-by" content="gatewright docs"><script data-base="/paper/" data-root="./">';
  const files = {
    'index.html': `${mark}</script>First page`,
    '404.html': 'No such page',
    'tasks.html': 'Tasks',
    'models/index.html': 'Models',
    'models/paper-1.0.html': 'A model: \u{1f6a2}',
    'app.js': 'export {};',
    'style.css': 'p {}',
    'openapi.json': '{}',
    'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'llms.txt': 'Prix : 1 \u20ac',
    'clip.mp4': 'mp4',
  };
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
  mkdirSync(join(parent, 'site-of-others'));
  writeFileSync(join(parent, 'site-of-others/secret.txt'), 'secret');
  served = startCommand('docs', '--serve', folder);
  url = new URL((await served.printed(/^http:\S+$/m))[0]);
});

afterAll(async () => {
  await served?.[Symbol.asyncDispose]();
  rmSync(parent, { recursive: true });
});

interface Got {
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly text: string;
  readonly location: string | undefined;
}

/** Sends a path as it is: `fetch` would resolve its dots. */
async function get(path: string, method = 'GET'): Promise<Got> {
  const sent = request({ host: url.hostname, port: url.port, path, method }).end();
  const [response]: IncomingMessage[] = await once(sent, 'response');
  if (response === undefined) throw new Error(`${path} is not answered.`);
  const { 'content-type': type, location } = response.headers;
  return { status: response.statusCode, type, location, text: await text(response) };
}

test('the address has the path of the site, on this machine only', () => {
  expect(url.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/paper\/$/);
});

test.each([
  ['/paper/', 'text/html;charset=utf-8', /First page$/],
  ['/paper/?q=1', 'text/html;charset=utf-8', /First page$/],
  ['/paper/tasks.html', 'text/html;charset=utf-8', /^Tasks$/],
  ['/paper/tasks', 'text/html;charset=utf-8', /^Tasks$/],
  ['/paper/models/', 'text/html;charset=utf-8', /^Models$/],
  ['/paper/models/paper-1.0', 'text/html;charset=utf-8', /^A model: \u{1f6a2}$/u],
  ['/paper/app.js', 'text/javascript', /^export/],
  ['/paper/style.css', 'text/css', /^p/],
  ['/paper/openapi.json', 'application/json', /^\{\}$/],
  ['/paper/icon.svg', 'image/svg+xml', /^<svg/],
  ['/paper/llms.txt', 'text/plain;charset=utf-8', /\u20ac$/],
  ['/paper/clip.mp4', 'video/mp4', /^mp4$/],
])('%s is served as %s', async (path, type, wanted) => {
  const got = await get(path);
  expect(got).toMatchObject({ status: 200, type });
  expect(got.text).toMatch(wanted);
});

test.each([
  '/paper/nowhere',
  '/paper/nowhere.html',
  '/paper/..',
  '/paper/../site-of-others/secret.txt',
  '/paper/%2e%2e/site-of-others/secret.txt',
  '/paper/..%2fsite-of-others/secret.txt',
  '/paper/..%5csite-of-others%5csecret.txt',
  '/paper/../../../../../../../../etc/passwd',
  '/paper//etc/passwd',
  '/paper/%',
  '/paper/%00',
  '/tasks.html',
  '/paperless',
])('%s is answered by the page for missing ones', async (path) => {
  expect(await get(path)).toMatchObject({
    status: 404,
    type: 'text/html;charset=utf-8',
    text: 'No such page',
  });
});

test('the root leads to the path, HEAD has no body, and nothing is written', async () => {
  for (const path of ['/', '/paper'])
    expect(await get(path)).toMatchObject({ status: 302, location: '/paper/' });
  expect(await get('/paper/tasks', 'HEAD')).toMatchObject({ status: 200, text: '' });
  expect(await get('/paper/tasks', 'POST')).toMatchObject({ status: 405 });
});

test('a file that changes is served as it is now', async () => {
  writeFileSync(join(folder, 'tasks.html'), 'Other tasks');
  expect((await get('/paper/tasks')).text).toBe('Other tasks');
  writeFileSync(join(folder, 'tasks.html'), 'Tasks');
});

test('a port that is taken, and a folder without a site, are refused', async () => {
  expect(await callCommand('docs', '--serve', folder, '--port', url.port)).toEqual({
    code: 2,
    out: '',
    err: `Port ${url.port} is in use: stop what listens there, or choose another with --port.\n`,
  });
  expect(await callCommand('docs', '--serve', parent)).toEqual({
    code: 2,
    out: '',
    err: `${parent} has no site: gatewright docs --out ${parent} writes one.\n`,
  });
});

test('Ctrl-C ends it', async () => {
  await using other = startCommand('docs', '--serve', folder);
  const [address] = await other.printed(/^http:\S+$/m);
  await other.printed(/^Ctrl-C ends it\.$/m);
  other.child.kill('SIGINT');
  expect(await other.exit()).toBe(0);
  await expect(fetch(address)).rejects.toThrow();
});
