import { expect, it } from 'vitest';
import { errorTable } from '../../generated/errors.ts';
import { formatWait } from '../../src/contract/plural.ts';
import { type ErrorReason, invalidRequest, problem } from '../../src/contract/problem.ts';
import { quote } from '../../src/contract/quote.ts';

const specified: readonly [reason: ErrorReason, status: number, type: string][] = [
  ['invalid_parameter', 400, 'invalid_request_error'],
  ['invalid_reference', 400, 'invalid_request_error'],
  ['missing_api_key', 401, 'authentication_error'],
  ['invalid_api_key', 401, 'authentication_error'],
  ['insufficient_balance', 402, 'payment_required'],
  ['model_not_allowed', 403, 'permission_error'],
  ['rate_limited', 429, 'rate_limit_error'],
  ['internal_error', 500, 'server_error'],
  ['bad_gateway', 502, 'bad_gateway'],
  ['content_policy_violation', 400, 'invalid_request_error'],
  ['task_not_found', 404, 'invalid_request_error'],
  ['method_not_allowed', 405, 'invalid_request_error'],
  ['idempotency_mismatch', 409, 'invalid_request_error'],
  ['body_too_large', 413, 'invalid_request_error'],
  ['not_offered', 501, 'server_error'],
  ['too_many_in_progress', 429, 'rate_limit_error'],
  ['service_unavailable', 503, 'server_error'],
  ['overloaded', 503, 'server_error'],
];

/** A value for every placeholder of every message. */
const values = Object.fromEntries(
  Object.values(errorTable)
    .flatMap(({ message }) => [...message.matchAll(/\{(\w+)\}/g)])
    .map(([, name]) => [name, 'something']),
) as Parameters<typeof problem<ErrorReason>>[1]['values']; // all names there are

it.each(specified)('%s is %i %s', (reason, status, type) => {
  const { status: sent, body, headers } = problem(reason, { values });
  expect(sent).toBe(status);
  expect(headers).toBeUndefined();
  expect(body).toEqual({ error: { code: status, type, reason, message: expect.stringMatching(/^[^{}]+$/) } });
});

/** The type of each status: section 7, and the additive statuses. */
const types: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'payment_required',
  403: 'permission_error',
  404: 'invalid_request_error',
  405: 'invalid_request_error',
  409: 'invalid_request_error',
  410: 'invalid_request_error',
  408: 'invalid_request_error',
  413: 'invalid_request_error',
  415: 'invalid_request_error',
  416: 'invalid_request_error',
  431: 'invalid_request_error',
  429: 'rate_limit_error',
  500: 'server_error',
  501: 'server_error',
  502: 'bad_gateway',
  503: 'server_error',
};
const reasons = Object.keys(errorTable) as ErrorReason[]; // the keys of a frozen table are its reasons

it.each(reasons)('%s has the type of its status', (reason) => {
  const { status, body } = problem(reason, { values });
  expect(body.error.code).toBe(status);
  expect(body.error.type).toBe(types[status]);
});

it('fills in every placeholder of a message, zero and braces included', () => {
  const { body } = problem('body_too_large', { values: { max: 0, advice: '' } });
  expect(body.error.message).toContain(' 0 bytes');
  const nested = problem('invalid_parameter', { values: { detail: '{other} is $& literal' } });
  expect(nested.body.error.message).toBe('{other} is $& literal');
});

it('carries param, violations and headers when they are given', () => {
  const violations = [{ path: '/n', rule: 'maximum', message: 'n must be <= 1; this is 2' }];
  const headers = { 'retry-after': '3' };
  const answer = problem('invalid_parameter', { values, param: '/n', violations, headers });
  expect(answer.headers).toEqual({ 'retry-after': '3' });
  expect(answer.body.error).toMatchObject({ param: '/n', violations });
});

it('keeps an empty param: it is the body itself', () => {
  expect(problem('invalid_body', { values, param: '' }).body.error).toHaveProperty('param', '');
  expect(problem('invalid_body', { values }).body.error).not.toHaveProperty('param');
});

it('quotes the first violation and lists all', () => {
  const violations = [
    { path: '/image_urls/0', rule: 'ratio', message: 'image_urls[0]: too wide' },
    { path: '/n', rule: 'maximum', message: 'n must be <= 1; this is 2' },
    { path: '/stream', rule: 'forbidden', message: 'stream is not supported' },
  ];
  expect(invalidRequest('invalid_reference', violations)).toEqual({
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'image_urls[0]: too wide (and 2 more violations)',
        type: 'invalid_request_error',
        reason: 'invalid_reference',
        param: '/image_urls/0',
        violations,
      },
    },
  });
});

it('does not count further violations when there is only one', () => {
  const { body } = invalidRequest('invalid_parameter', [{ path: '/n', rule: 'type', message: 'n is wrong' }]);
  expect(body.error.message).toBe('n is wrong');
});

it('lists at most twenty violations, and counts very many as at least that many', () => {
  const wrong = (count: number) =>
    invalidRequest(
      'invalid_parameter',
      Array.from({ length: count }, (_, index) => ({
        path: `/n/${index}`,
        rule: 'type',
        message: 'n is wrong',
      })),
    ).body.error;
  expect(wrong(49)).toMatchObject({ message: 'n is wrong (and 48 more violations)', param: '/n/0' });
  expect(wrong(49).violations).toHaveLength(20);
  expect(wrong(50).message).toBe('n is wrong (and at least 49 more violations)');
});

it('describes the hold that a balance does not cover', () => {
  const hold = {
    currency: 'USD',
    available: 0,
    amount: 1,
    group_ratio: 1,
    items: [],
    enough_with: [],
  } as const;
  expect(problem('insufficient_balance', { values, hold }).body.error).toMatchObject({ hold });
});

it.each([
  [1, '1 second'],
  [0, '0 seconds'],
  [12, '12 seconds'],
])('a wait of %i is %s', (seconds, want) => {
  expect(formatWait(seconds)).toBe(want);
});

it.each([
  ['a'.repeat(60), `"${'a'.repeat(60)}"`],
  ['a'.repeat(61), `"${'a'.repeat(60)}"...`],
  [{ a: 1 }, 'an object'],
  [[1], 'an array'],
  [null, 'null'],
  [JSON.parse('1e400'), 'a number that is too large'],
  [undefined, 'nothing'],
])('a message shows %j as %s', (value, want) => {
  expect(quote(value)).toBe(want);
});
