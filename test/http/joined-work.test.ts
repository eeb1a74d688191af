import { expect, test } from 'vitest';
import { createJoin } from '../../src/http/joined-work.ts';

/** Joined work, and callbacks and turns that the test ends. */
function start() {
  const callbacks: (() => void)[] = [];
  const turns: (() => void)[] = [];
  const done: string[] = [];
  const { join, doAll } = createJoin({
    afterCallback: (callback) => callbacks.push(callback),
    afterTurn: (callback) => turns.push(callback),
  });
  const run = (queue: (() => void)[]) => {
    for (const callback of queue.splice(0)) callback();
  };
  return {
    done,
    put(...names: string[]) {
      for (const name of names) join(() => done.push(name));
    },
    join,
    doAll,
    endCallback: () => run(callbacks),
    endTurn: () => run(turns),
    awaitedTurns: () => turns.length,
  };
}

test('single works of several callbacks are done together at the end of the turn, in order', () => {
  const { done, put, endCallback, endTurn, awaitedTurns } = start();
  put('first');
  endCallback();
  put('second');
  endCallback();
  expect([done, awaitedTurns()]).toEqual([[], 1]);
  endTurn();
  expect(done).toEqual(['first', 'second']);
});

test('several works of one callback are done when it has ended, with those before them', () => {
  const { done, put, endCallback, endTurn } = start();
  put('alone');
  endCallback();
  put('first', 'second');
  expect(done).toEqual([]);
  endCallback();
  expect(done).toEqual(['alone', 'first', 'second']);
  put('next');
  endCallback();
  endTurn();
  expect(done).toEqual(['alone', 'first', 'second', 'next']);
});

test('a work that is added by another one waits for the end of the next turn', () => {
  const { done, put, join, endCallback, endTurn, awaitedTurns } = start();
  join(() => put('later'));
  endCallback();
  endTurn();
  endCallback();
  expect([done, awaitedTurns()]).toEqual([[], 1]);
  endTurn();
  expect(done).toEqual(['later']);
});

test('what waits can be done at once, and is not done again', () => {
  const { done, put, doAll, endCallback, endTurn } = start();
  put('first');
  doAll();
  expect(done).toEqual(['first']);
  endCallback();
  endTurn();
  expect(done).toEqual(['first']);
});
