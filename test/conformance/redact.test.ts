import { expect, test } from 'vitest';
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
  expect(toCurl(logged)).toBe(
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
  expect(toCurl(toLogged({ request, response, tookMs: 1 }, redactor))).toBe(want);
});

test('bytes on a socket are sent again with nc', () => {
  const request = { method: 'RAW', url: 'http://gw.example', headers: {}, body: 'GET / HTTP/1.1\r\n\r\n' };
  expect(toCurl(toLogged({ request, response, tookMs: 1 }, redactor))).toBe(
    String.raw`printf %b 'GET / HTTP/1.1\r\n\r\n' | nc gw.example 80`,
  );
});
