import { promises } from 'node:dns';
import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { describeRevealed } from '../../src/conformance/checks/describe-revealed.ts';
import { plainEvaluator } from '../../src/conformance/language/expressions.ts';
import { toResponse } from '../../src/conformance/wire/exchange.ts';
import { isInside } from '../../src/conformance/wire/private-network.ts';
import { asksForTask, submitsTask } from '../../src/conformance/wire/task-record.ts';
import { whyNoResponse, whyNothingAnswers } from '../../src/conformance/wire/why-no-response.ts';

const bytes = Buffer.from('{"n":1}');

test.each<[string, number, Record<string, string>, Uint8Array, object]>([
  [
    'JSON, whatever its type says',
    200,
    { 'Content-Type': 'text/plain' },
    bytes,
    { text: '{"n":1}', body: { n: 1 } },
  ],
  ['a picture has no text', 200, { 'content-type': 'image/png' }, bytes, { text: '' }],
  ['a clip neither', 200, { 'content-type': 'Video/mp4' }, bytes, { text: '' }],
  [
    'an error is read in any case',
    400,
    { 'content-type': 'image/png' },
    bytes,
    { text: '{"n":1}', body: { n: 1 } },
  ],
  ['gzip', 200, { 'content-encoding': 'gzip' }, gzipSync(bytes), { text: '{"n":1}', body: { n: 1 } }],
  ['gzip that is none', 200, { 'content-encoding': 'gzip' }, bytes, { text: '{"n":1}', body: { n: 1 } }],
  ['null is a body', 200, {}, Buffer.from('null'), { text: 'null', body: null }],
  ['no JSON is no body', 200, {}, Buffer.from('{'), { text: '{' }],
])('a response: %s', (_, status, headers, content, want) => {
  const { text, body } = toResponse(status, headers, content);
  expect({ text, ...(body !== undefined && { body }) }).toEqual(want);
});

test('headers have lower-case names, and several values are joined', () => {
  const { headers } = toResponse(200, { 'X-Pot': ['a', 'b'], VARY: 'c', none: undefined }, bytes);
  expect(headers).toEqual({ 'x-pot': 'a, b', vary: 'c' });
});

test.each<[string, readonly string[] | undefined, boolean]>([
  ['http://10.1.2.3:8080', undefined, true],
  ['http://[::1]:8080', undefined, true],
  ['http://93.184.216.34', undefined, false],
  ['http://gw.example', ['93.184.216.34'], false],
  ['http://gw.example', ['93.184.216.34', '192.168.1.2'], true],
  ['http://gw.example', undefined, false],
])('%s with the addresses %j is in a private network: %s', async (url, found, want) => {
  const lookup = vi.spyOn(promises, 'lookup').mockImplementation((async () => {
    if (found === undefined) throw new Error('ENOTFOUND');
    return found.map((address) => ({ address, family: 4 }));
  }) as unknown as typeof promises.lookup);
  const isFound = await isInside(url);
  lookup.mockRestore();
  expect(isFound).toBe(want);
});

const withCode = (code: string, message = 'it said'): Error => Object.assign(new Error(message), { code });

test.each<[unknown, string]>([
  [withCode('ECONNREFUSED'), 'connection refused'],
  [withCode('ECONNRESET'), 'the connection was closed without a response'],
  [new TypeError('fetch failed', { cause: withCode('ENOTFOUND') }), 'the host name does not exist'],
  [withCode('UND_ERR_HEADERS_TIMEOUT'), 'no response in time'],
  [new DOMException('late', 'TimeoutError'), 'no response in time'],
  [withCode('UND_ERR_BODY_TIMEOUT'), 'the response stopped in the middle, without an end'],
  [
    withCode('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'),
    'its certificate is not trusted: self-signed certificate (set NODE_EXTRA_CA_CERTS=ca.pem to trust your own certificate authority)',
  ],
  [withCode('ODD', 'first; second\nthird'), 'first'],
  ['text', 'text'],
])('why there is no response: %o', (error, want) => {
  expect(whyNoResponse(error)).toBe(want);
});

test('a connection that is closed at once may be one for https', () => {
  const closed = withCode('UND_ERR_SOCKET');
  const why = 'the connection was closed without a response';
  expect(whyNothingAnswers('HTTP://gw.example', closed)).toBe(
    `${why} (https:// instead of http://, perhaps)`,
  );
  expect(whyNothingAnswers('https://gw.example', closed)).toBe(why);
  expect(whyNothingAnswers('http://gw.example', withCode('ECONNREFUSED'))).toBe('connection refused');
});

test.each([
  ['GET', '/v1/tasks/task_1', true, false],
  ['GET', '/v1/tasks/task_1?language=zh', true, false],
  ['HEAD', '/v1/tasks/task_1', false, false],
  ['GET', '/v1/tasks/', false, false],
  ['GET', '/v1/tasks/task_1/more', false, false],
  ['POST', '/v1/images/generations', false, true],
  ['POST', '/v1/videos/generations?a=b', false, true],
  ['POST', '/v1/images/generations/more', false, false],
  ['PUT', '/v1/images/generations', false, false],
])('%s %s asks for a task: %s, submits one: %s', (method, path, asks, submits) => {
  const request = { method, url: `http://gw.example${path}` };
  expect([asksForTask(request), submitsTask(request)]).toEqual([asks, submits]);
});

test.each<[unknown, Record<string, string>, string]>([
  [{ a: [{ b: 'x sk-secret' }] }, {}, 'body.a[0].b'],
  [{ 'sk-secret': 1 }, {}, 'a name in body'],
  [{ n: 1 }, { 'x-key': 'sk-secret' }, 'the header x-key'],
  ['sk-secret', {}, 'body'],
  [undefined, {}, 'the body'],
  [['sk-secret', 'sk-secret', 'sk-secret', 'sk-secret'], {}, 'body[0], body[1], body[2], and 1 more'],
])('where a key is in %j, %j', (body, headers, places) => {
  const text = body === undefined ? 'broken sk-secret' : JSON.stringify(body);
  const response = { status: 200, headers, bytes, text, body: body as null };
  const evaluate = plainEvaluator.over({ key: 'sk-secret' });
  expect(describeRevealed('!reveals(text, key)', { response, evaluate })).toBe(
    `status 200; the key of the request is in ${places}`,
  );
  expect(describeRevealed('body.n == 1', { response, evaluate })).toBeUndefined();
});
