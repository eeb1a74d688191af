import { expect, test } from 'vitest';
import { createHostLimiter } from '../../../src/gateway/webhooks/host-limiter.ts';

test('admits up to its limit, then one for each that leaves, first come first served', async () => {
  const hosts = createHostLimiter({ concurrency: 2, waiting: 10 });
  const inside: string[] = [];
  const enter = (name: string) =>
    Promise.resolve(hosts.enter('a')).then((leave) => {
      inside.push(name);
      return leave;
    });
  const leaves = ['first', 'second', 'third', 'fourth'].map(enter);
  const [first, second] = [await leaves[0], await leaves[1]];
  await Promise.resolve();
  expect(inside).toEqual(['first', 'second']);
  if (typeof second === 'function') second();
  await leaves[2];
  expect(inside).toEqual(['first', 'second', 'third']);
  if (typeof first === 'function') first();
  await leaves[3];
  expect(inside).toEqual(['first', 'second', 'third', 'fourth']);
});

test('releases a slot once, however often it is released', async () => {
  const hosts = createHostLimiter({ concurrency: 1, waiting: 1 });
  const leave = await hosts.enter('a');
  const second = hosts.enter('a');
  if (typeof leave === 'function') {
    leave();
    leave();
  }
  await second;
  expect(hosts.enter('a')).toBeInstanceOf(Promise);
  expect(hosts.enter('a')).toBe('busy');
});

test('is busy when the queue is full, for that host only', async () => {
  const hosts = createHostLimiter({ concurrency: 1, waiting: 1 });
  await hosts.enter('a');
  void hosts.enter('a');
  expect(hosts.enter('a')).toBe('busy');
  expect(await hosts.enter('b')).toBeTypeOf('function');
});
