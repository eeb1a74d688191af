import { expect, test } from 'vitest';
import { followChunks, followResponse } from '../../../src/gateway/answers/follow-response.ts';

/** Chunks that count how often they were abandoned; the error, if there is one, comes after them. */
function openSource(chunks: readonly string[], error?: Error) {
  let returns = 0;
  const source: AsyncIterable<string> = {
    async *[Symbol.asyncIterator]() {
      try {
        yield* chunks;
        if (error) throw error;
      } finally {
        returns += 1;
      }
    },
  };
  return { source, returns: () => returns };
}

function countCalls() {
  let calls = 0;
  const onEnd = () => {
    calls += 1;
  };
  return { count: () => calls, onEnd };
}

test.each([
  ['text', 'all'],
  ['bytes', new Uint8Array(3)],
])('a response of %s is complete at once', (_name, body) => {
  const { count, onEnd } = countCalls();
  const response = { status: 200, headers: { etag: '"1"' }, body };
  expect(followResponse(response, onEnd)).toBe(response);
  expect(count()).toBe(1);
});

test('a stream is complete when its last chunk has been read', async () => {
  const { count, onEnd } = countCalls();
  const { source } = openSource(['a', 'b']);
  const { status, headers, body } = followResponse(
    { status: 200, headers: { etag: '"1"' }, body: source },
    onEnd,
  );
  expect([status, headers]).toEqual([200, { etag: '"1"' }]);
  const seen: [unknown, number][] = [];
  for await (const chunk of body as AsyncIterable<string>) seen.push([chunk, count()]);
  expect(seen).toEqual([
    ['a', 0],
    ['b', 0],
  ]);
  expect(count()).toBe(1);
});

test('a stream that fails is complete once, and passes its error on', async () => {
  const { count, onEnd } = countCalls();
  const chunks = followChunks(openSource(['a'], new Error('broken')).source, onEnd)[Symbol.asyncIterator]();
  expect(await chunks.next()).toEqual({ done: false, value: 'a' });
  expect(count()).toBe(0);
  await expect(chunks.next()).rejects.toThrow('broken');
  expect(count()).toBe(1);
  await chunks.return?.();
  expect(count()).toBe(1);
});

test('a stream that is abandoned is complete once, and so is its source', async () => {
  const { count, onEnd } = countCalls();
  const { source, returns } = openSource(['a', 'b']);
  const chunks = followChunks(source, onEnd)[Symbol.asyncIterator]();
  await chunks.next();
  expect(await chunks.return?.()).toEqual({ done: true, value: undefined });
  await chunks.return?.();
  expect([count(), returns()]).toEqual([1, 1]);
});

test('a stream can be abandoned before its first chunk, and without a source that can be', async () => {
  const { count, onEnd } = countCalls();
  const source = {
    [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: '' }) as const }),
  };
  const chunks = followChunks(source, onEnd)[Symbol.asyncIterator]();
  expect(await chunks.return?.()).toEqual({ done: true, value: undefined });
  expect(count()).toBe(1);
});
