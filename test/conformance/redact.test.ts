import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { reveals } from '../../src/conformance/language/secret-forms.ts';
import { createRedactor } from '../../src/conformance/report/redact.ts';
import { toCurl } from '../../src/conformance/report/to-curl.ts';
import { toLogged } from '../../src/conformance/report/wire-log.ts';

const redactor = createRedactor({
  base_url: 'http://gw.example',
  keys: {
    rich: ['first-secret', 'second-secret'],
    poor: 'poor-secret',
    restricted: { key: 'narrow-secret', models: [] },
  },
  callbacks: { secret: 'whsec_c2VjcmV0c2VjcmV0' },
  isolation: { headers: { 'X-Tenant-Token': 'tenant-secret', 'X-Tenant': 'tenant-name' } },
  hooks: {
    fail_next_task: {
      path: '/x',
      headers: { Authorization: 'Bearer admin-secret' },
      body: { api_key: 'hook-secret' },
    },
  },
});

test.each<[string, { given: string; want: string }]>([
  [
    'keys by role',
    {
      given: 'first-secret second-secret poor-secret narrow-secret',
      want: '$KEY $KEY_2 $POOR_KEY $RESTRICTED_KEY',
    },
  ],
  ['the secret of callbacks', { given: '"whsec_c2VjcmV0c2VjcmV0"', want: '"$WEBHOOK_SECRET"' }],
  ['secrets of isolation', { given: 'tenant-secret, tenant-name', want: '[redacted], tenant-name' }],
  ['secrets of hooks', { given: 'admin-secret, hook-secret', want: '[redacted], [redacted]' }],
  [
    'strange keys',
    { given: 'key sk-live_1234567890 and whsec_abcdef123', want: 'key sk-[redacted] and whsec_[redacted]' },
  ],
  [
    'strange tokens',
    { given: '"Authorization: Bearer eyJhbGciOi.J9.x"', want: '"Authorization: Bearer [redacted]"' },
  ],
  [
    'prose is left',
    {
      given: 'Send a Bearer token, as in Bearer <API_KEY>',
      want: 'Send a Bearer token, as in Bearer <API_KEY>',
    },
  ],
  [
    'data URIs',
    {
      given: `"data:image/png;base64,${'A'.repeat(100)}"`,
      want: `"data:image/png;base64,${'A'.repeat(32)}...(100 characters)"`,
    },
  ],
])('%s', (_name, { given, want }) => {
  expect(redactor.text(given)).toBe(want);
});

test('keeps the beginning of a text of megabytes, with its parts in order', () => {
  const beginning = 'first-secret, poor-secret;';
  const { text } = redactor;
  expect(text(`${beginning}${' x'.repeat(2 ** 20)}`).slice(0, 21)).toBe('$KEY, $POOR_KEY; x x ');
  expect(text(' x'.repeat(2 ** 20))).toMatch(/ x\.\.\.\(2097152 characters\)$/);
});

test('a key of a few characters is hidden as a token, not wherever it occurs', () => {
  const { text } = createRedactor({ base_url: 'http://gw.example', keys: { rich: 'x' } });
  expect(text('1024x768, Bearer x, matrix')).toBe('1024x768, Bearer $KEY, matrix');
});

test.each<[string, string, string]>([
  ['authorization', 'Bearer first-secret', 'Bearer $KEY'],
  ['authorization', 'Basic dXNlcjpwYXNz', 'Basic [redacted]'],
  ['authorization', 'Bearer wrong', 'Bearer [redacted]'],
  ['cookie', 'session=1', '[redacted]'],
  ['x-api-key', 'abc', '[redacted]'],
  ['content-type', 'application/json', 'application/json'],
])('header %s: %s', (name, value, want) => {
  expect(redactor.header(name, value)).toBe(want);
});

const response = {
  status: 200,
  headers: { 'content-type': 'image/png' },
  bytes: new Uint8Array(7),
  text: 'PNG',
};

test('an exchange becomes one line for a shell, with variables instead of keys', () => {
  const headers = { authorization: 'Bearer poor-secret', 'content-type': 'application/json' };
  const body = '{"prompt":"it\'s $5","webhook":"http://a.example?k=first-secret"}';
  const request = { method: 'POST', url: 'http://user:pass@gw.example/v1/images/generations', headers, body };
  const logged = toLogged({ request, response, tookMs: 4.4 }, redactor);
  expect(logged.response.body).toBe('[7 bytes of image/png]');
  expect(toCurl(request, redactor)).toBe(
    `curl -s http://gw.example/v1/images/generations -H "authorization: Bearer $POOR_KEY" -H 'content-type: application/json' ` +
      `-d '{"prompt":"it'\\''s $5","webhook":"http://a.example?k='"$KEY"'"}'`,
  );
});

test.each<[string, { method: string; want: string }]>([
  ['GET', { method: 'GET', want: "curl -s 'http://gw.example/v1/models?expand=category'" }],
  ['HEAD', { method: 'HEAD', want: "curl -s -I 'http://gw.example/v1/models?expand=category'" }],
  ['DELETE', { method: 'DELETE', want: "curl -s -X DELETE 'http://gw.example/v1/models?expand=category'" }],
])('%s', (_name, { method, want }) => {
  const request = { method, url: 'http://gw.example/v1/models?expand=category', headers: {} };
  expect(toCurl(request, redactor)).toBe(want);
});

test('leaves the content length to curl', () => {
  const headers = { 'content-length': '7', 'content-type': 'text/plain' };
  const request = { method: 'POST', url: 'http://gw.example/x', headers, body: 'a\u00fcb' };
  expect(toCurl(request, redactor)).toBe(
    "curl -s http://gw.example/x -H 'content-type: text/plain' -d 'a\u00fcb'",
  );
});

/** The words of a command as a shell reads them, with a key in `$KEY`. */
async function readWords(command: string): Promise<readonly string[]> {
  const script = `curl() { printf '%s\\n' "$@"; }; KEY=the-key; HOME=a-home; ${command}`;
  return (await promisify(execFile)('sh', ['-c', script])).stdout.split('\n');
}

test.each([
  `http://gw.example/x\uE000$(echo no)\uE001y`,
  `http://gw.example/x'"$(echo no)"'y`,
  'http://gw.example/$KEY?k=$HOME',
  '$KEY',
  'x $HOME',
])('nothing that a gateway says is evaluated by a shell: %s', async (said) => {
  const request = { method: 'POST', url: said, headers: { 'x-said': said }, body: said };
  const words = await readWords(toCurl(request, redactor));
  expect(words).toEqual(['-s', said, '-H', `x-said: ${said}`, '-d', said, '']);
});

const odd = createRedactor({ base_url: 'http://gw.example', keys: { rich: 'ab/CD+ef/12+34ghIJKL99==' } });
const oddKey = 'ab/CD+ef/12+34ghIJKL99==';
const escapeAll = (before: string, digits: number, after = ''): string =>
  [...oddKey]
    .map((one) => `${before}${one.charCodeAt(0).toString(16).padStart(digits, '0')}${after}`)
    .join('');

test.each([
  ['as it is', oddKey],
  ['with escaped slashes', oddKey.replaceAll('/', String.raw`\/`)],
  ['with some characters escaped', oddKey.replaceAll('=', String.raw`\u003D`)],
  ['with all characters escaped', escapeAll(String.raw`\u`, 4)],
  ['escaped in JSON in JSON', escapeAll(String.raw`\\u`, 4)],
  ['percent-encoded', encodeURIComponent(oddKey)],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(oddKey))],
  ['with references of HTML', oddKey.replaceAll('/', '&#x2F;').replaceAll('+', '&#43;')],
  ['in base64', Buffer.from(oddKey).toString('base64')],
  ['in base64 after a character', Buffer.from(`:${oddKey}`).toString('base64')],
  ['in base64 after two characters', Buffer.from(`::${oddKey}`).toString('base64')],
  ['in base64 of Basic', Buffer.from(`me:${oddKey}:x`).toString('base64url')],
])('a key is recognised %s', (_, form) => {
  const text = odd.text(`{"debug": "${form}", "n": 1}`);
  expect(text).toContain('$KEY');
  expect(text.length).toBeLessThan(45);
  expect(reveals(`x${form}x`, oddKey)).toBe(true);
  expect(reveals(`x${form.slice(0, -9)}x`, oddKey)).toBe(false);
});

test('texts on which a naive search would never end, and long ones, are searched', () => {
  for (const one of ['\\', '%25', '&#0', 'ab'])
    expect(odd.text(one.repeat(2 ** 20 / one.length)).length).toBeGreaterThan(20);
  const long = odd.text(`${'- '.repeat(2 ** 19 - 10)}${oddKey} ${'- '.repeat(9)}`);
  expect(long).not.toContain(oddKey.slice(0, 4));
});

test('bytes on a socket are sent again with nc', () => {
  const request = { method: 'RAW', url: 'http://gw.example', headers: {}, body: 'GET / HTTP/1.1\r\n\r\n' };
  expect(toCurl(request, redactor)).toBe(String.raw`printf %b 'GET / HTTP/1.1\r\n\r\n' | nc gw.example 80`);
  const escaped = { ...request, body: String.raw`a\nb` };
  expect(toCurl(escaped, redactor)).toBe(String.raw`printf %b 'a\\nb' | nc gw.example 80`);
});

test('a secret that begins like another one leaves nothing of itself', () => {
  const keys = { rich: 'abc-secret', poor: 'abc-secret-and-more' };
  const { text } = createRedactor({ base_url: 'http://gw.example', keys });
  expect(text('abc-secret-and-more, abc-secret')).toBe('$POOR_KEY, $KEY');
});
