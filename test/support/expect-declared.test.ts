import { expect, test } from 'vitest';
import { type Exchanged, expectDeclared } from './expect-declared.ts';

const error = { code: 401, message: 'The API key is not valid.', type: 'authentication_error' };
const always = {
  'x-request-id': 'req_1',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-request-id, www-authenticate, retry-after, allow, x-secret',
  'content-type': 'application/json',
};
const good: Exchanged = {
  method: 'GET',
  target: '/v1/models?expand=category',
  status: 401,
  headers: new Headers({ ...always, 'www-authenticate': 'Bearer' }),
  text: JSON.stringify({ error }),
};

test('accepts a declared response', () => {
  expect(() => expectDeclared(good)).not.toThrow();
  expect(() => expectDeclared({ ...good, method: 'HEAD', text: '' })).not.toThrow();
});

test.each<[string, Partial<Exchanged>, RegExp]>([
  [
    'a header that a page cannot read',
    { headers: new Headers({ ...always, 'x-warning': 'misspelled' }) },
    /hides x-warning from a page/,
  ],
  ['an undeclared status', { status: 418 }, /418 has a status that \/v1\/models does not declare/],
  ['a status of another operation', { status: 409 }, /does not declare/],
  ['a body of another schema', { text: '{"success":true}' }, /breaks its schema/],
  ['an envelope without a message', { text: '{"error":{"code":401}}' }, /breaks its schema/],
  [
    'a code that is not the status',
    { text: JSON.stringify({ error: { ...error, code: 400 } }) },
    /has code 400/,
  ],
  [
    'another media type',
    { headers: new Headers({ ...Object.fromEntries(good.headers), 'content-type': 'text/html' }) },
    /is not application\/json/,
  ],
  ['no request id', { headers: new Headers({ 'content-type': 'application/json' }) }, /no x-request-id/],
  [
    'a header that is not declared',
    { headers: new Headers({ ...always, 'x-secret': '1' }) },
    /has the header x-secret, which is not declared/,
  ],
  [
    'a header of another type',
    {
      status: 429,
      headers: new Headers({ ...always, 'retry-after': 'soon' }),
    },
    /retry-after: soon, which is no integer/,
  ],
  [
    'a required header that is missing',
    { headers: new Headers(always) },
    /has no www-authenticate, which is declared as required/,
  ],
  [
    'a 405 that says nothing of methods',
    {
      method: 'PUT',
      status: 405,
      headers: new Headers(always),
      text: JSON.stringify({ error: { ...error, code: 405 } }),
    },
    /has no allow/,
  ],
  ['a body behind HEAD', { method: 'HEAD' }, /has a body/],
  [
    'success on a path that is not declared',
    { target: '/v2/models', status: 200 },
    /no undeclared path may have/,
  ],
])('rejects %s', (_what, fields, complaint) => {
  expect(() => expectDeclared({ ...good, ...fields })).toThrow(complaint);
});
