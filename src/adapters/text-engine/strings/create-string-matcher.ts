import type { Choice } from '../create-choice.ts';
import { type Automaton, buildAutomaton, type State } from './build-automaton.ts';
import { GaveUp } from './gave-up.ts';
import { pickCharacter } from './pick-character.ts';
import { hasReferences, pinGroups } from './pin-groups.ts';

/** How many characters a string may have. */
export interface Lengths {
  readonly least: number;
  readonly most: number;
}

/** Writes strings that match patterns; undefined if none of that length was found. */
export type StringMatcher = (lengths: Lengths, choice: Choice) => string | undefined;

/** Number of lengths to choose from, and how far beyond the minimum to look for one. */
const MOST_LENGTHS = 16;
const FARTHEST = 2000;
const MOST_VISITS = 2_000_000;
/** Number of texts tried for the groups of one string. */
const MOST_PINS = 50;

/**
 * Creates a writer of strings that match all patterns. For groups that a pattern refers back to, new texts are chosen
 * for every string.
 */
function createStringMatcher(patterns: readonly string[]): StringMatcher {
  if (!patterns.some(hasReferences)) return createWalker(buildAutomaton(patterns));
  return ({ least, most }, choice) => {
    for (let tries = 0; tries < MOST_PINS; tries += 1) {
      const pinned = patterns.map((pattern) =>
        pinGroups(pattern, (group) => {
          const shortest = choice.index(1 + Math.min(least, FARTHEST));
          return createWalker(buildAutomaton([`^${group}$`]))({ least: shortest, most }, choice) ?? '';
        }),
      );
      const text = createWalker(buildAutomaton(pinned))({ least, most }, choice);
      if (text !== undefined) return text;
    }
    return undefined;
  };
}

/** A cache of writers, each created once for its patterns. */
export function createMatchers(): (patterns: readonly string[]) => StringMatcher {
  const matchers = new Map<string, StringMatcher>();
  return (patterns) => {
    const key = JSON.stringify(patterns);
    const matcher = matchers.get(key) ?? createStringMatcher(patterns);
    matchers.set(key, matcher);
    return matcher;
  };
}

/** Whether it is certain that no string of such a length matches all patterns. */
export function isProvenEmpty(patterns: readonly string[], lengths: Lengths): boolean {
  const certain = patterns.filter(
    (pattern) => !hasReferences(pattern) && buildAutomaton([pattern]).isCertain,
  );
  const { ends, isComplete } = findEnds(buildAutomaton(certain), lengths);
  return ends.length === 0 && isComplete;
}

/** Walks the automaton along states from which an end can be reached. */
function createWalker(automaton: Automaton): StringMatcher {
  let last: (Lengths & ReturnType<typeof findEnds>) | undefined;
  return ({ least, most }, choice) => {
    if (last?.least !== least || last.most !== most)
      last = { least, most, ...findEnds(automaton, { least, most }) };
    const { layers, ends } = last;
    const end = ends[choice.index(ends.length)];
    if (end === undefined) return undefined;
    const [start, ...alive] = keepAlive(automaton, layers.slice(0, end + 1));
    let states = start ?? automaton.start;
    let text = '';
    for (const layer of alive) {
      const next = [...states].flatMap(automaton.next).filter(([to]) => layer.has(to));
      const character = pickCharacter(
        next.map(([, characters]) => characters),
        choice,
      );
      states = new Set(next.filter(([, characters]) => characters.has(character)).map(([to]) => to));
      text += String.fromCodePoint(character);
    }
    return text;
  };
}

/**
 * The states that are reached with each number of characters, and the lengths at which a string may end: all of them if
 * `isComplete`.
 */
function findEnds(automaton: Automaton, { least, most }: Lengths) {
  const layers = [automaton.start];
  const ends: number[] = [];
  let visits = 0;
  for (let length = 0; ; length += 1) {
    const layer = layers[length] ?? new Set<State>();
    if (length >= least && automaton.isEnd(layer)) ends.push(length);
    const [first] = ends;
    const isFar = length > least + FARTHEST || (first !== undefined && length >= first + 2 * MOST_LENGTHS);
    if (ends.length >= MOST_LENGTHS || isFar) return { layers, ends, isComplete: false };
    visits += layer.size;
    if (visits > MOST_VISITS) throw new GaveUp('its patterns and lengths are too large together');
    const next = new Set([...layer].flatMap(automaton.next).map(([to]) => to));
    // If nothing follows, or the same states again, every end has been seen.
    const isRound = length >= least && ends.length === 0 && isSame(next, layer);
    if (length >= most || next.size === 0 || isRound) return { layers, ends, isComplete: true };
    layers.push(next);
  }
}

function isSame(one: ReadonlySet<State>, other: ReadonlySet<State>): boolean {
  return one.size === other.size && [...one].every((state) => other.has(state));
}

/** The states of each layer from which an end in the last layer can be reached. */
function keepAlive(
  automaton: Automaton,
  layers: readonly ReadonlySet<State>[],
): readonly ReadonlySet<State>[] {
  let later: ReadonlySet<State> = new Set(
    [...(layers.at(-1) ?? [])].filter((state) => automaton.isEnd([state])),
  );
  const alive = [later];
  for (const layer of layers.slice(0, -1).reverse()) {
    const reached = later;
    later = new Set([...layer].filter((state) => automaton.next(state).some(([to]) => reached.has(to))));
    alive.push(later);
  }
  return alive.reverse();
}
