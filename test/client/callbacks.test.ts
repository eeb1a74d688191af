import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  CallbackVerificationError,
  createMemorySeenIds,
  handleOnce,
  verifyCallback,
} from '../../src/client/index.ts';
import type { SignatureVector } from '../conformance/vectors.ts';

const file = join(import.meta.dirname, '../../conformance/vectors/webhook-signatures.json');
const { vectors } = JSON.parse(await readFile(file, 'utf8')) as {
  readonly vectors: readonly SignatureVector[];
};
const isRecord = (body: string) => body.startsWith('{"id"');

test.each(vectors)('a published vector: $name', async ({ secrets, headers, body, now, valid }) => {
  const verified = await verifyCallback({ headers, body }, secrets, { now: () => now * 1000 }).catch(
    (error: unknown) => error,
  );
  if (valid && isRecord(body)) expect(verified).toMatchObject({ id: headers['webhook-id'] });
  else expect(verified).toBeInstanceOf(CallbackVerificationError);
});

const [first] = vectors;
if (!first) throw new Error('there are no vectors');
const { secrets, headers, body, now } = first;
const [secret = ''] = secrets;
const at = { now: () => now * 1000 };

/** A `Headers` that is no instance of this realm's, as of a package or a test environment. */
const foreignHeaders = (entries: Record<string, string>) =>
  ({ get: (name: string) => entries[name] ?? null }) as unknown as Headers;

test.each([
  ['a Request', new Request('https://shop.example/hooks/callback', { method: 'POST', headers, body })],
  ['Headers and text', { headers: new Headers(headers), body }],
  ['headers as Node has them, and bytes', { headers, body: new TextEncoder().encode(body) }],
  ['headers of another kind, with get', { headers: foreignHeaders(headers), body }],
  [
    'headers as lists',
    { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])), body },
  ],
  [
    'headers as they were sent',
    {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.replace('webhook', 'Webhook'), value]),
      ),
      body,
    },
  ],
])('is verified as it arrives: %s', async (_what, callback) => {
  expect(await verifyCallback(callback, secret, at)).toMatchObject({ status: 'success', cost: 0.045 });
});

test('either of two secrets verifies while they are rotated', async () => {
  const other = `whsec_${Buffer.alloc(32).toString('base64')}`;
  expect(await verifyCallback({ headers, body }, [other, secret], at)).toMatchObject({ progress: 100 });
  await expect(verifyCallback({ headers, body }, other, at)).rejects.toThrow('The signature is wrong');
});

test('a replay is rejected after five minutes, or after the configured time', async () => {
  const later = (seconds: number) => ({ now: () => (now - 1 + seconds) * 1000 });
  await expect(verifyCallback({ headers, body }, secret, later(300))).resolves.toBeDefined();
  await expect(verifyCallback({ headers, body }, secret, later(301))).rejects.toThrow(
    'The timestamp is 301 seconds from now; at most 300 are allowed.',
  );
  await expect(verifyCallback({ headers, body }, secret, later(-301))).rejects.toThrow(
    'The timestamp is 301 seconds from now; at most 300 are allowed.',
  );
  const strict = { ...later(11), toleranceSeconds: 10 };
  await expect(verifyCallback({ headers, body }, secret, strict)).rejects.toThrow('at most 10 are allowed');
  const exact = { ...later(0), toleranceSeconds: 0 };
  await expect(verifyCallback({ headers, body }, secret, exact)).resolves.toBeDefined();
});

test.each([Number.NaN, -1, 'soon', '300', null])(
  'a tolerance of %s seconds is refused',
  async (toleranceSeconds) => {
    const verified = verifyCallback({ headers, body }, secret, {
      toleranceSeconds: toleranceSeconds as number, // of a caller without types
    });
    await expect(verified).rejects.toThrow(
      new RangeError(`toleranceSeconds must be seconds, 0 or more; got ${toleranceSeconds}.`),
    );
  },
);

test('mistakes of the receiver are reported', async () => {
  const { 'webhook-signature': _signature, ...unsigned } = headers;
  await expect(verifyCallback({ headers: unsigned, body }, secret)).rejects.toThrow(
    'webhook-signature is missing',
  );
  for (const nothing of [undefined, { body }, { body, headers: { 'webhook-id': null } }]) {
    const verified = verifyCallback(nothing as unknown as Request, secret);
    await expect(verified).rejects.toBeInstanceOf(CallbackVerificationError);
  }
  const parsed = { headers, body: JSON.parse(body) as string };
  await expect(verifyCallback(parsed, secret)).rejects.toThrow('a parsed body cannot be verified');
  await expect(verifyCallback({ headers, body }, 'secret', at)).rejects.toThrow(RangeError);
  for (const missing of [undefined, [], [undefined], [secret, undefined]])
    await expect(verifyCallback({ headers, body }, missing as unknown as string, at)).rejects.toThrow(
      'The secret must be a string, or a list of at least one. Is the variable that it is read from set?',
    );
  const read = new Request('https://app.example/callback', { method: 'POST', headers, body });
  await read.text();
  await expect(verifyCallback(read, secret, at)).rejects.toThrow('The body of the request was read before');
});

test('a task is handled once, however often it is delivered', async () => {
  const seen = createMemorySeenIds();
  let handled = 0;
  const handle = () => {
    handled += 1;
  };
  const ran = await Promise.all([1, 2, 3].map(() => handleOnce('task_1', handle, seen)));
  expect(ran).toEqual([true, false, false]);
  expect(await handleOnce('task_1', handle, seen), 'later').toBe(false);
  expect(handled).toBe(1);
});

test('a handler that fails runs again with the next delivery', async () => {
  const seen = createMemorySeenIds();
  const failing = handleOnce('task_1', () => Promise.reject(new Error('the disk is full')), seen);
  await expect(failing).rejects.toThrow('the disk is full');
  expect(await handleOnce('task_1', () => {}, seen)).toBe(true);
});

test('a handler that fails is told even when the store fails after it', async () => {
  const full = new Error('the disk is full');
  const gone = new Error('the database is gone');
  const throwing = () => {
    throw gone;
  };
  for (const forget of [() => Promise.reject(gone), throwing]) {
    const failing = handleOnce('task_1', () => Promise.reject(full), { add: () => true, delete: forget });
    const error: unknown = await failing.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AggregateError);
    expect((error as AggregateError).errors[0]).toBe(full);
  }
});

test.each([
  [undefined, createMemorySeenIds()],
  ['', createMemorySeenIds()],
  ['task_1', undefined],
  ['task_1', {}],
])('handleOnce needs an id and a store: %j, %j', async (id, seen) => {
  const handled = handleOnce(id as string, () => expect.unreachable(), seen as never);
  await expect(handled).rejects.toThrow('handleOnce needs the id of a record, and where to remember it');
});

test('a delivery that arrives while the handler runs ends as the handler does', async () => {
  const seen = createMemorySeenIds();
  const handling = Promise.withResolvers<void>();
  const first = handleOnce('task_1', () => handling.promise, seen);
  const second = handleOnce('task_1', () => {}, seen);
  const other = handleOnce('task_1', () => {}, createMemorySeenIds());
  expect(await other, 'of another store').toBe(true);
  handling.reject(new Error('the disk is full'));
  await expect(first).rejects.toThrow('the disk is full');
  await expect(second).rejects.toThrow('the disk is full');
  expect(await handleOnce('task_1', () => {}, seen)).toBe(true);
});

test.each([0, Number.NaN])('a memory for %s ids is refused', (most) => {
  expect(() => createMemorySeenIds(most)).toThrow(RangeError);
});

test('memory is bounded: the oldest ids are evicted', async () => {
  const [seen, last] = [createMemorySeenIds(2), createMemorySeenIds(1)];
  for (const id of ['a', 'b', 'c']) await seen.add(id);
  expect([seen.add('c'), seen.add('b'), seen.add('a')]).toEqual([false, false, true]);
  expect(['a', 'b', 'b', 'a'].map((id) => last.add(id))).toEqual([true, true, false, true]);
});

test.each([
  ['a byte order mark before it', ['\uFEFF', body], 'The signature is wrong.'],
  ['bytes that are not UTF-8', [body, [0xff]], 'The body is not UTF-8.'],
])('bytes are verified as they arrived: %s', async (_what, parts, message) => {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const request = new Request('https://shop.example/callback', { method: 'POST', headers, body: bytes });
  for (const callback of [request, { headers, body: bytes }])
    await expect(verifyCallback(callback, secret, at)).rejects.toThrow(
      new CallbackVerificationError(message),
    );
});
