import { expect, test } from 'vitest';
import { at, listAt } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';
import { openMock } from './open-mock.ts';

const [fetchShell] = shells;
const DURATION =
  'must be a number of at most 9 digits and 3 decimals with a unit (ms, s, m, h or d), such as 500ms, 2s or 1.5h';
const WHOLE = 'limit must be a whole number from 1 to 1000';
const ACCOUNT = 'PUT /__mock/accounts/sk-x';
const CLOCK = 'POST /__mock/clock';
const SCENARIO = 'POST /__mock/scenarios';
const USD = 'balance must be an amount in USD as a string, such as "1.53", with at most nine decimal places';

type Row = readonly [call: string, body: unknown, status: number, want: string | readonly string[]];

/** Common mistakes with the control plane, and all the sentences in the response. */
const rows: readonly Row[] = [
  [
    'GET /__mock/account/sk-x',
    undefined,
    404,
    'There is no endpoint /__mock/account/sk-x of the control plane: GET /__mock lists them.',
  ],
  [
    'PATCH /__mock/clock',
    undefined,
    405,
    'Method PATCH is not allowed for /__mock/clock; allowed: GET, POST.',
  ],
  [
    'GET /__mock/accounts/sk-nobody',
    undefined,
    404,
    'There is no account with the key sk-nobody: PUT /__mock/accounts/sk-nobody creates it.',
  ],
  [
    `GET /__mock/${'x'.repeat(300)}`,
    undefined,
    404,
    `There is no endpoint /__mock/${'x'.repeat(192)} of the control plane: GET /__mock lists them.`,
  ],
  [
    `GET /__mock/accounts/${'x'.repeat(300)}`,
    undefined,
    404,
    `There is no account with the key ${'x'.repeat(100)}: PUT /__mock/accounts/${'x'.repeat(100)} creates it.`,
  ],
  [
    `POST /__mock/webhooks/${'x'.repeat(300)}/resend`,
    undefined,
    404,
    `There is no callback of task ${'x'.repeat(100)} to resend: GET /__mock/webhooks lists them.`,
  ],
  ['PUT /__mock/accounts/a%20b', {}, 400, 'key must be 1 to 512 visible ASCII characters; got "a b"'],
  [ACCOUNT, '', 400, 'The request body is not valid JSON: it is empty.'],
  [
    ACCOUNT,
    '{',
    400,
    "The request body is not valid JSON: Expected property name or '}' in JSON at position 1 (line 1 column 2).",
  ],
  [ACCOUNT, [], 400, 'the body must be an object; got an array'],
  [ACCOUNT, { balance: 5 }, 400, 'balance must be a string; got 5'],
  [ACCOUNT, { balance: '1,000' }, 400, `${USD}; got "1,000"`],
  [ACCOUNT, { balnce: '1' }, 400, 'balnce is not a known field; did you mean balance?'],
  [
    ACCOUNT,
    { xyz: 1 },
    400,
    'xyz is not a known field; the fields are balance, models, quota, group, group_ratio, rate_limit, shares_account_with, webhook_secret',
  ],
  [
    ACCOUNT,
    { balance: 5, models: 'x', rate_limit: { requests: 'a', seconds: 0 } },
    400,
    [
      'balance must be a string; got 5',
      'models must be an array; got "x"',
      'rate_limit.requests must be an integer; got "a"',
      'rate_limit.seconds must be at least 1; got 0',
    ],
  ],
  [ACCOUNT, { rate_limit: { requests: 1 } }, 400, 'rate_limit.seconds is required'],
  [ACCOUNT, { group: '' }, 400, 'group must be 1 to 64 letters, digits, "_", "." or "-"; got ""'],
  [
    ACCOUNT,
    { group_ratio: '1000000' },
    400,
    'group_ratio must be a decimal above 0 and below 1000000 as a string, such as "0.8", with at most six decimal places; got "1000000"',
  ],
  [
    ACCOUNT,
    { webhook_secret: 'abc' },
    400,
    'webhook_secret must be whsec_ followed by 24 to 64 bytes in base64, such as whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw; got "abc"',
  ],
  [
    ACCOUNT,
    { group: 'x'.repeat(70_000) },
    413,
    'The request body is larger than the 65536 bytes that this endpoint accepts.',
  ],
  [CLOCK, {}, 400, 'the body must have at least 1 field; got 0'],
  [CLOCK, { speed: 0 }, 400, 'speed must be greater than 0; got 0'],
  [CLOCK, { freeze: 'yes' }, 400, 'freeze must be a boolean; got "yes"'],
  [CLOCK, { advance: 90 }, 400, 'advance must be a string; got 90'],
  [CLOCK, { advance: 'soon' }, 400, `advance ${DURATION}; got "soon"`],
  [CLOCK, { advance: '99999999d' }, 400, 'advance must not go beyond the year 9999; got "99999999d"'],
  [SCENARIO, {}, 400, ['operation is required', 'outcome is required']],
  [
    SCENARIO,
    { operation: 'createImage', outcome: 'explode' },
    400,
    'outcome must be one of "fail", "cancel", "delay", "status", "drop", "truncate", "reply"; got "explode"',
  ],
  [
    SCENARIO,
    { operation: 'getTask', outcome: 'fail' },
    400,
    'outcome "fail" applies only to createChatCompletion, createImage, createResponse, createVideo; for getTask use outcome "status"',
  ],
  [
    SCENARIO,
    { operation: 'getTask', outcome: 'cancel' },
    400,
    'outcome "cancel" applies only to createImage, createVideo; got getTask',
  ],
  [SCENARIO, { operation: 'getTask', outcome: 'delay' }, 400, 'delay is required when outcome is "delay"'],
  [SCENARIO, { operation: 'getTask', outcome: 'delay', delay: '2 s' }, 400, `delay ${DURATION}; got "2 s"`],
  [SCENARIO, { operation: 'getTask', outcome: 'status' }, 400, 'status is required when outcome is "status"'],
  [
    SCENARIO,
    { operation: 'getTask', outcome: 'status', status: 418 },
    400,
    'getTask never returns 418; it can return 200, 400, 401, 404, 429, 500, 503',
  ],
  [
    SCENARIO,
    { operation: 'getTask', outcome: 'drop', status: 502 },
    400,
    'status is allowed only when outcome is "status"; got "drop", with which model, delay, times and probability have an effect',
  ],
  [
    SCENARIO,
    { operation: 'createImage', outcome: 'cancel', error: { message: 'Too late' } },
    400,
    'error is allowed only when outcome is "fail" or "status"; got "cancel", with which model, delay, times and probability have an effect',
  ],
  [
    SCENARIO,
    { operation: 'createImage', outcome: 'status', status: 503, error: { code: 'expired' } },
    400,
    'error.code is allowed only when outcome is "fail"; got "status", with which only error.message has an effect',
  ],
  [
    SCENARIO,
    { operation: 'getUserBalance', outcome: 'drop', error: { message: 'Gone.' } },
    400,
    'error is allowed only when outcome is "fail" or "status"; got "drop", with which delay, times and probability have an effect',
  ],
  [
    SCENARIO,
    { operation: 'getTask', outcome: 'status', status: 200, error: { message: 'Gone.' } },
    400,
    'error is allowed only when status is 400 or above; got 200',
  ],
  [
    SCENARIO,
    { operation: 'createImage', outcome: 'fail', error: { code: 'oops' } },
    400,
    'error.code must be one of "task_failed", "content_rejected", "upstream_error", "upstream_timeout", "reference_unreachable", "expired"; got "oops"',
  ],
  [
    SCENARIO,
    { operation: 'createImage', outcome: 'fail', times: 0, probability: 2 },
    400,
    ['times must be at least 1; got 0', 'probability must be at most 1; got 2'],
  ],
  [
    SCENARIO,
    { operation: 'getUserBalance', outcome: 'drop', model: 'x' },
    400,
    'model must be omitted: getUserBalance requests do not name a model',
  ],
  [
    SCENARIO,
    { operation: 'createImage', outcome: 'reply', reply: { text: 'x' } },
    400,
    'outcome "reply" applies only to createChatCompletion, createResponse; got createImage',
  ],
  [
    SCENARIO,
    { operation: 'createChatCompletion', outcome: 'fail', reply: { text: 'x' } },
    400,
    'reply is allowed only when outcome is "reply"; got "fail", with which error, model, delay, times and probability have an effect',
  ],
  [
    SCENARIO,
    { operation: 'createChatCompletion', outcome: 'reply', reply: { tool_calls: [] } },
    400,
    'reply.text is required',
  ],
  [
    'POST /__mock/webhooks/task_x/resend',
    undefined,
    404,
    'There is no callback of task task_x to resend: GET /__mock/webhooks lists them.',
  ],
  ['GET /__mock/journal?limit=0', undefined, 400, `${WHOLE}; got "0"`],
  ['GET /__mock/journal?limit=', undefined, 400, `${WHOLE}; got ""`],
  [
    'GET /__session/a%20b/__mock/clock',
    undefined,
    400,
    'the session in the path must be 1 to 64 letters, digits, "_", "." or "-", but not "." or ".."; got "a%20b"',
  ],
];

test.each(rows)('%s %j is %i and says why', async (call, body, status, want) => {
  await using mock = await openMock(fetchShell);
  const [method = '', target = ''] = call.split(' ');
  const answer = await mock.ask(method, target, body === undefined ? {} : { body });
  expect(answer.status).toBe(status);
  const wanted = [want].flat();
  const others = wanted.length - 1;
  const rest = others > 0 ? ` (and ${others} more violation${others > 1 ? 's' : ''})` : '';
  expect(at(answer.body, 'error', 'message')).toBe(`${wanted[0]}${rest}`);
  if (at(answer.body, 'error', 'violations') === undefined) return;
  const told = listAt(answer.body, 'error', 'violations').map((violation) => at(violation, 'message'));
  expect(told).toEqual(wanted);
});

test('a refused advance leaves the clock as it is', async () => {
  await using mock = await openMock(fetchShell);
  const before = (await mock.ask('GET', '/__mock/clock')).text;
  await mock.ask('POST', '/__mock/clock', { body: { speed: 5, advance: '99999999d' } });
  expect((await mock.ask('GET', '/__mock/clock')).text).toBe(before);
});

test('a page of another origin and another host are told how to get access', async () => {
  await using mock = await openMock(fetchShell);
  const message = async (headers: Readonly<Record<string, string>>) =>
    at((await mock.ask('GET', '/__mock/clock', { headers })).body, 'error', 'message');
  expect(await message({ origin: 'http://localhost:3000' })).toBe(
    'Pages of http://localhost:3000 may not use the control plane: start the mock with --allow-origin http://localhost:3000 to allow them.',
  );
  expect(await message({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' })).toBe(
    'Pages of other origins may not use the control plane: start the mock with --allow-origin to allow them.',
  );
});

test('an allowed page gets the headers that are declared for it', async () => {
  const origin = 'http://localhost:3000';
  await using mock = await openMock(fetchShell, { access: { allowOrigins: [origin] } });
  const { headers } = await mock.ask('GET', '/__mock/clock', { headers: { origin } });
  expect([headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([origin, 'origin']);
  for (const accept of ['text/html', 'application/json']) {
    const page = await mock.ask('GET', '/__mock', { headers: { origin, accept } });
    expect(page.headers.get('vary')).toBe('accept, x-mock-session, origin');
  }
  const preflight = await mock.ask('OPTIONS', '/__mock/clock', { headers: { origin } });
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
    204,
    'GET, POST',
  ]);
});
