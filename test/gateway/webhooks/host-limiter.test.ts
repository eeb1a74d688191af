import { expect, test } from 'vitest';
import { createHostLimiter } from '../../../src/gateway/webhooks/host-limiter.ts';

/** Work that ends on command. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { run: () => promise, end: resolve, fail: reject };
}

test('admits up to its limit, then one for each that ends, first come first served', async () => {
  const hosts = createHostLimiter({ concurrency: 2, waiting: 10 });
  const begun: string[] = [];
  const pieces = ['first', 'second', 'third', 'fourth'].map((name) => ({ name, ...work() }));
  const [first, second, third, fourth] = pieces.map(({ name, run, ...piece }) => {
    const done = hosts.run('a', () => {
      begun.push(name);
      return run();
    });
    return { done, ...piece };
  });
  await Promise.resolve();
  expect(begun).toEqual(['first', 'second']);
  second?.end();
  await second?.done;
  expect(begun).toEqual(['first', 'second', 'third']);
  first?.fail(new Error('failed'));
  await expect(first?.done).rejects.toThrow('failed');
  expect(begun).toEqual(['first', 'second', 'third', 'fourth']);
  third?.end();
  fourth?.end();
  await Promise.all([third?.done, fourth?.done]);
});

test('is busy when the queue is full, for that host only, and until it has room', async () => {
  const hosts = createHostLimiter({ concurrency: 1, waiting: 1 });
  const [running, waiting] = [work(), work()];
  const first = hosts.run('a', running.run);
  const second = hosts.run('a', waiting.run);
  expect(hosts.run('a', async () => 'too many')).toBe('busy');
  expect(await hosts.run('b', async () => 'of another host')).toBe('of another host');
  running.end();
  await first;
  const third = hosts.run('a', async () => 'again');
  waiting.end();
  await second;
  expect(await third).toBe('again');
});

test('counts what still runs and waits after others have ended', async () => {
  const hosts = createHostLimiter({ concurrency: 1, waiting: 2 });
  const pieces = [work(), work(), work()];
  const accepted = pieces.map(({ run }) => hosts.run('a', run));
  expect(hosts.run('a', async () => {})).toBe('busy');
  pieces[0]?.end();
  await accepted[0];
  expect(hosts.run('a', work().run)).not.toBe('busy');
  expect(hosts.run('a', async () => {})).toBe('busy');
});

test('needs no queue for work that runs immediately', () => {
  const hosts = createHostLimiter({ concurrency: 1, waiting: 0 });
  expect(hosts.run('a', work().run)).not.toBe('busy');
  expect(hosts.run('a', work().run)).toBe('busy');
});
