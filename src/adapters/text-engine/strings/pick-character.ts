import { CharSet } from 'refa';
import type { Choice } from '../create-choice.ts';
import { END } from './read-pattern.ts';

/** Halves of pairs, which would join. */
const HALVES = { min: 0xd800, max: 0xdfff };
/** Number of characters to choose from. */
const ENOUGH = 100;
const PRINTABLE = rangesOf(' ~');
const LIKED = [rangesOf('az', '09'), rangesOf('AZ'), PRINTABLE];

/** Prefers the most common characters: lower-case letters and digits, then capitals, then others of ASCII. */
export function pickCharacter(sets: readonly CharSet[], choice: Choice): number {
  const all = CharSet.empty(END)
    .union(...sets)
    .without(HALVES);
  const isAny = choice.index(8) === 0;
  const liked = (isAny ? [PRINTABLE] : LIKED).map((kind) => all.intersect(kind));
  const from = liked.find(({ isEmpty }) => !isEmpty) ?? all;
  let left = choice.index(Math.min(from.size, ENOUGH));
  for (const { min, max } of from.ranges) {
    if (left <= max - min) return min + left;
    left -= max - min + 1;
  }
  return 0;
}

function rangesOf(...ranges: readonly string[]): CharSet {
  const codes = ranges.map((range) => ({ min: range.charCodeAt(0), max: range.charCodeAt(1) }));
  return CharSet.empty(END).union(codes);
}
