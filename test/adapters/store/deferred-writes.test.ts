import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDeferredWrites } from '../../../src/adapters/store/leases/deferred-writes.ts';
import { UnavailableError } from '../../../src/gateway/ports/unavailable.ts';

/** A list of writes that fail with the next of these errors, if any, and the names of those that were begun. */
function arrange(...errors: Error[]) {
  const deferred = createDeferredWrites();
  const begun: string[] = [];
  const add = (name: string) =>
    deferred.add(name, async () => {
      begun.push(name);
      const error = errors.shift();
      if (error) throw error;
    });
  return { deferred, begun, add };
}

test('makes each write once, by its name or all of them, the last of each name', async () => {
  const { deferred, begun, add } = arrange();
  for (const name of ['a', 'b', 'b', 'c']) add(name);
  await deferred.make('a');
  await deferred.make('unknown');
  await deferred.makeAll();
  await deferred.makeAll();
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('a write during an outage is made later', async () => {
  const away = new UnavailableError('away');
  const { deferred, begun, add } = arrange(away, away);
  add('a');
  await expect(deferred.make('a')).rejects.toBe(away);
  await expect(deferred.makeAll()).rejects.toBe(away);
  await deferred.makeAll();
  expect(begun).toEqual(['a', 'a', 'a']);
});

test('a write that fails for another reason is dropped', async () => {
  const broken = new RangeError('broken');
  const { deferred, begun, add } = arrange(broken);
  add('a');
  await expect(deferred.make('a')).rejects.toBe(broken);
  await deferred.makeAll();
  expect(begun).toEqual(['a']);
});

test('after the first failure no others are begun', async () => {
  const away = new UnavailableError('away');
  const deferred = createDeferredWrites();
  let begun = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  for (let n = 0; n < 200; n += 1)
    deferred.add(`${n}`, () => {
      begun += 1;
      return n === 0 ? Promise.reject(away) : promise;
    });
  await expect(deferred.makeAll()).rejects.toBe(away);
  const atOnce = begun;
  resolve();
  await turn();
  expect([atOnce < 200, begun]).toEqual([true, atOnce]);
});
