import { expect, test } from 'vitest';
import { createStopCutter } from '../../../src/adapters/text-engine/cut-at-stop.ts';

/** The part of these pieces that is passed on, and whether a stop text ended them. */
function pass(stops: readonly string[], pieces: readonly string[]): readonly [string, boolean] {
  const cutter = createStopCutter(stops);
  let passed = '';
  for (const piece of pieces) {
    passed += cutter.pass(piece);
    if (cutter.hasStopped()) return [passed, true];
  }
  return [passed + cutter.rest(), false];
}

test.each<[string, readonly string[], readonly string[], readonly [string, boolean]]>([
  ['no stop', [], ['a paper', ' boat'], ['a paper boat', false]],
  ['a stop that never comes', ['sail'], ['a paper', ' boat', 's'], ['a paper boats', false]],
  ['a stop inside a piece', ['per'], ['a paper', ' boat'], ['a pa', true]],
  ['a stop across pieces', ['r b'], ['a paper', ' boat'], ['a pape', true]],
  ['the earlier of two', ['boat', 'pa'], ['a paper boat'], ['a ', true]],
  ['a beginning that comes twice', ['aab'], ['aa', 'ab', 'x'], ['a', true]],
  ['all but the end of a stop in a piece', ['END'], ['a boat EN', 'D of it'], ['a boat ', true]],
  ['a beginning at the end', ['boats'], ['a paper', ' boat'], ['a paper boat', false]],
])('with %s', (_what, stops, pieces, want) => {
  expect(pass(stops, pieces)).toEqual(want);
});
