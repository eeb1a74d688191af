import { expect, test } from 'vitest';
import { createTurnEnd } from '../../src/http/turn-end.ts';

/** A turn end whose turns are ended by the test. */
function start() {
  const turns: (() => void)[] = [];
  const done: string[] = [];
  const atTurnEnd = createTurnEnd((callback) => turns.push(callback));
  const put = (name: string, then?: () => void) =>
    atTurnEnd(() => {
      done.push(name);
      then?.();
    });
  return { turns, done, put };
}

test('work of one turn runs together at its end, in order', () => {
  const { turns, done, put } = start();
  put('first');
  put('second');
  expect([turns.length, done]).toEqual([1, []]);
  turns.shift()?.();
  expect([turns.length, done]).toEqual([0, ['first', 'second']]);
});

test('work that is added while it runs waits for the end of the next turn', () => {
  const { turns, done, put } = start();
  put('first', () => put('later'));
  turns.shift()?.();
  expect([turns.length, done]).toEqual([1, ['first']]);
  turns.shift()?.();
  expect(done).toEqual(['first', 'later']);
});
