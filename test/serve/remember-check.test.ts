import { expect, test } from 'vitest';
import { rememberCheck } from '../../src/node/remember-check.ts';

test('checks once at a time, and once a second', async () => {
  const checks: PromiseWithResolvers<void>[] = [];
  let now = 0;
  const check = rememberCheck(
    () => {
      const made = Promise.withResolvers<void>();
      checks.push(made);
      return made.promise;
    },
    { elapsedMs: () => now },
  );
  const first = check();
  now = 5000;
  expect(check()).toBe(first);
  checks[0]?.resolve();
  await first;
  now = 5999;
  await check();
  expect(checks).toHaveLength(1);
  now = 6000;
  const second = check();
  checks[1]?.reject(new Error('no room'));
  await expect(second).rejects.toThrow('no room');
  await expect(check()).rejects.toThrow('no room');
  now = 7000;
  void check().catch(() => undefined);
  expect(checks).toHaveLength(3);
  checks[2]?.resolve();
  await check();
});
