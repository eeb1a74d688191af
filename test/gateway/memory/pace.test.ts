import { expect, test } from 'vitest';
import { createPace } from '../../../src/gateway/memory/pace.ts';

function createTurns() {
  let callbacks: (() => void)[] = [];
  return {
    nextTurn: (callback: () => void) => void callbacks.push(callback),
    pending: () => callbacks.length,
    async next() {
      const due = callbacks;
      callbacks = [];
      for (const callback of due) callback();
      await new Promise(setImmediate);
    },
  };
}

test('bytes of a turn are received at once, further ones in the next', async () => {
  const turns = createTurns();
  const pace = createPace(turns.nextTurn, 100);
  expect([pace.spend(40), pace.spend(40)]).toEqual([undefined, undefined]);
  let hasGone = false;
  void pace.spend(40)?.then(() => {
    hasGone = true;
  });
  await Promise.resolve();
  expect([hasGone, turns.pending()]).toEqual([false, 1]);
  await turns.next();
  expect([hasGone, turns.pending()]).toEqual([true, 0]);
  expect(pace.spend(99)).toBeUndefined();
});

test('waiting requests continue in the order of their arrival, in each turn as many as capacity allows', async () => {
  const turns = createTurns();
  const pace = createPace(turns.nextTurn, 100);
  const gone: string[] = [];
  const receive = (name: string, bytes: number) => void pace.spend(bytes)?.then(() => gone.push(name));
  receive('a', 100);
  for (const name of ['b', 'c', 'd']) receive(name, 60);
  await turns.next();
  expect(gone).toEqual(['a']);
  receive('e', 1);
  await turns.next();
  expect(gone).toEqual(['a', 'b', 'c']);
  await turns.next();
  expect(gone).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(turns.pending()).toBe(0);
});

test('a chunk that is longer than a turn is received anyway', async () => {
  const turns = createTurns();
  const pace = createPace(turns.nextTurn, 100);
  const waits = pace.spend(500);
  await turns.next();
  await waits;
  expect(turns.pending()).toBe(0);
});
