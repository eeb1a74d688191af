import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { type IncomingMessage, request as startRequest } from 'node:http';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { describePrice } from '../../src/mock/page/describe-price.ts';
import { html } from '../../src/mock/page/html.ts';
import { startMockServer } from '../../src/node/mock-server.ts';
import { at, listAt, textAt } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';
import { openMock } from './open-mock.ts';

const CHROMIUM =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';

async function openServer() {
  const started = await startMockServer({ port: 0, host: '127.0.0.1', isFrozen: true });
  if (started.kind === 'failed') throw new Error(started.message);
  onTestFinished(() => started.close());
  return started.baseUrl;
}

async function openPage(baseUrl: string, path = '/') {
  const response = await fetch(baseUrl + path, { headers: { accept: CHROMIUM } });
  return { headers: response.headers, text: await response.text() };
}

function toPlain(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
}

describe.each(shells)('$name shell', (shell) => {
  test.each<[string | undefined, 'page' | 'JSON']>([
    [CHROMIUM, 'page'],
    ['text/html', 'page'],
    ['TEXT/HTML', 'page'],
    ['text/*, application/json;q=0.9', 'page'],
    ['application/json;q=0.5, text/html;q=0.9', 'page'],
    [undefined, 'JSON'],
    ['*/*', 'JSON'],
    ['application/json', 'JSON'],
    ['application/json, text/html;q=0.9', 'JSON'],
    ['text/html;q=0, */*', 'JSON'],
    ['image/png', 'JSON'],
  ])('answers a client that accepts %s with the %s', async (accept, kind) => {
    await using mock = await openMock(shell);
    for (const path of ['/', '/?from=somewhere', '/__mock', '/__mock/', '/__mock?from=somewhere']) {
      const headers = accept === undefined ? {} : { accept };
      const answer = await mock.ask('GET', path, { key: null, headers });
      expect(answer.status, path).toBe(200);
      const type = answer.headers.get('content-type');
      expect(type, path).toBe(kind === 'page' ? 'text/html; charset=utf-8' : 'application/json');
      expect(answer.headers.get('vary')?.split(', '), path).toEqual(
        expect.arrayContaining(['accept', 'x-mock-session']),
      );
      expect(answer.text.startsWith(kind === 'page' ? '<!doctype html>' : '{'), path).toBe(true);
    }
  });

  test('describes itself to programs', async () => {
    await using mock = await openMock(shell);
    await mock.submit();
    const { body } = await mock.ask('GET', '/', { key: null });
    expect(body).toMatchObject({ object: 'mock', base_url: mock.origin, clock: { frozen: true } });
    expect(at(body, 'keys', 0)).toEqual({ key: 'sk-mock', purpose: 'every model', balance: '999.97' });
    const prices = listAt(body, 'models').map((model) => [at(model, 'id'), at(model, 'price')]);
    expect(prices).toContainEqual(['vxq3-mix', ['$0.07 per second at 720p', '$0.11 per second at 1080p']]);
    expect(prices).toContainEqual([
      'sx-5-0-pro',
      [
        '$0.045 per image up to 2,601,124 pixels',
        '$0.09 per larger image',
        '$0.003 for each reference after the first',
      ],
    ]);
    expect((await mock.control.describe()).keys[0]?.balance).toBe('999.97');
    const calls = listAt(body, 'control').map((one) => `${at(one, 'method')} ${at(one, 'path')}`);
    expect(calls).toContain('POST /__mock/reset');
  });

  test('describes the requested session', async () => {
    await using mock = await openMock(shell);
    await mock.submit(undefined, { session: 'own' });
    for (const [target, sent] of [
      ['/', { session: 'own' }],
      ['/__session/own/', {}],
      ['/__session/own/__mock', {}],
    ] as const) {
      const { body } = await mock.ask('GET', target, { key: null, ...sent });
      expect(at(body, 'base_url')).toBe(`${mock.origin}/__session/own`);
      expect(at(body, 'keys', 0, 'balance')).toBe('999.97');
    }
    const page = await mock.ask('GET', '/__session/own/', { key: null, headers: { accept: CHROMIUM } });
    expect(page.text).toContain('href="/__session/own/__mock/journal"');
  });

  test('answers a probe and a HEAD, and refuses other methods', async () => {
    await using mock = await openMock(shell);
    const health = await mock.ask('GET', '/healthz', { key: null });
    expect([health.status, health.body]).toEqual([200, { status: 'ok' }]);
    expect(health.headers.get('access-control-allow-origin')).toBe('*');
    for (const path of ['/', '/healthz', '/openapi.json', '/schemas/vxq3.json']) {
      const head = await mock.ask('HEAD', path, { key: null });
      expect([path, head.status, head.text]).toEqual([path, 200, '']);
      const posted = await mock.ask('POST', path, { key: null, body: '{}' });
      expect([path, posted.status, posted.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD']);
    }
    expect((await mock.ask('GET', '/schemas/nothing.json', { key: null })).status).toBe(404);
    expect((await mock.ask('GET', '/schemas/..%2fopenapi.json', { key: null })).status).toBe(404);
  });
});

test('text in a page is escaped, also within quotes', () => {
  expect(html`<p title='${`<&>"'`}'>${1}${[html`<b>`, html`</b>`]}</p>`.html).toBe(
    "<p title='&lt;&amp;&gt;&quot;&#39;'>1<b>\n</b></p>",
  );
});

test('every command of the page works when it is copied', async () => {
  const baseUrl = await openServer();
  const { text } = await openPage(baseUrl);
  const commands = [...text.matchAll(/<pre>(.*?)<\/pre>/gs)].map(([, line = '']) => toPlain(line));
  expect(commands.length).toBeGreaterThan(6);
  let taskId = '';
  for (const command of commands) {
    const pasted = command.replace('TASK_ID', taskId).replace('curl ', `curl -w '\\n%{http_code}' `);
    const { stdout } = await promisify(execFile)('bash', ['-c', pasted]);
    expect(stdout, command).toMatch(/\n20[014]$/);
    taskId ||= /task_[\da-z]{20,}/i.exec(stdout)?.[0] ?? '';
  }
});

test('every link and image of the page works', async () => {
  const baseUrl = await openServer();
  for (const path of ['/', '/__mock', '/__session/own/']) {
    const { text } = await openPage(baseUrl, path);
    const links = [...text.matchAll(/<(?:a|img) (?:href|src)="([^"]+)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(12);
    for (const link of links) expect((await fetch(baseUrl + link)).status, link).toBe(200);
  }
});

test('every address that is given to programs works', async () => {
  const baseUrl = await openServer();
  const mock: unknown = await (await fetch(baseUrl)).json();
  const links = Object.values(at(mock, 'links') as object) as string[]; // addresses by name
  const schemas = listAt(mock, 'models').map((model) => textAt(model, 'schema_url'));
  for (const link of [...links, ...schemas]) {
    const answer = await fetch(link);
    expect(answer.status, link).toBe(200);
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    if (isJson) expect(await answer.json(), link).toBeTypeOf('object');
  }
});

test('the page loads nothing from elsewhere and runs only its own script', async () => {
  const { headers, text } = await openPage(await openServer());
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  for (const element of ['style', 'script']) {
    const content = new RegExp(`<${element}>(.*)</${element}>`, 's').exec(text)?.[1] ?? '';
    expect(content).not.toBe('');
    expect(policy).toContain(`${element}-src 'sha256-${hash('sha256', content, 'base64')}'`);
  }
  expect(text).not.toMatch(/\b(?:src|href)="(?:https?:)?\/\//);
  expect(text).not.toMatch(/ (?:style|on\w+)="/);
});

test('a host with unusual characters does not reach the page', async () => {
  const { port } = new URL(await openServer());
  const odd = `a"><script>alert(1)</script>'`;
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { host: odd, accept: 'text/html' };
    startRequest({ host: '127.0.0.1', port, path: '/', headers, agent: false })
      .once('error', reject)
      .once('response', resolve)
      .end();
  });
  const text = Buffer.concat(await incoming.toArray()).toString();
  expect(text).toContain('<!doctype html>');
  expect(text).not.toContain('alert(1)');
});

test('a single price is no price of something larger', () => {
  expect(describePrice({ unit: 'image', rates: [{ rate: '0.03' }] })).toEqual(['$0.03 per image']);
});
