import type { Choice } from '../create-choice.ts';
import { createAlphabet, createSimpleAlphabet } from './create-alphabet.ts';
import { createStepper, type Stepper } from './create-stepper.ts';
import { GaveUp } from './gave-up.ts';
import { type Constraint, listConstraints } from './list-constraints.ts';
import { type PatternNode, parsePattern } from './parse-pattern.ts';
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
  const parsed = patterns.map(parsePattern);
  if (!parsed.some(hasReferences)) return createWalker(parsed.flatMap(listConstraints));
  return ({ least, most }, choice) => {
    for (let tries = 0; tries < MOST_PINS; tries += 1) {
      const pinned = parsed.map((pattern) =>
        pinGroups(pattern, (group) => {
          const alone: PatternNode = { kind: 'sequence', nodes: [{ kind: 'start' }, group, { kind: 'end' }] };
          const shortest = choice.index(1 + Math.min(least, FARTHEST));
          return createWalker(listConstraints(alone))({ least: shortest, most }, choice) ?? '';
        }),
      );
      const text = createWalker(pinned.flatMap(listConstraints))({ least, most }, choice);
      if (text !== undefined) return text;
    }
    return undefined;
  };
}

/**
 * What an automaton does not represent exactly: lookarounds (except lookaheads that must match here), flags, word
 * boundaries and backreferences.
 */
const INEXACT = /\(\?[^:=]|\\[bBk1-9]/;

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
  const constraints = patterns
    .filter((pattern) => !INEXACT.test(pattern))
    .flatMap((pattern) => listConstraints(parsePattern(pattern)));
  const alphabet = createSimpleAlphabet(sourcesOf(constraints));
  if (!alphabet) return false;
  const { ends, isComplete } = findEnds(createStepper(constraints, alphabet), lengths);
  return ends.length === 0 && isComplete;
}

/** Walks the product automaton along states from which an end can be reached. */
function createWalker(constraints: readonly Constraint[]): StringMatcher {
  const stepper = createStepper(constraints, createAlphabet(sourcesOf(constraints)));
  return (lengths, choice) => {
    const { layers, ends } = findEnds(stepper, lengths);
    const end = ends[choice.index(ends.length)];
    if (end === undefined) return undefined;
    const alive = keepAlive(stepper, layers.slice(0, end + 1));
    let state = stepper.start;
    let text = '';
    for (let length = 0; length < end; length += 1) {
      const next = stepper.next(state).filter(({ to }) => alive[length + 1]?.has(to));
      const character = pickCharacter(
        next.flatMap(({ characters }) => characters),
        choice,
      );
      const taken = next.find(({ characters }) => characters.includes(character));
      state = taken?.to ?? state;
      text += character;
    }
    return text;
  };
}

function sourcesOf(constraints: readonly Constraint[]): readonly string[] {
  const edges = constraints.flatMap(({ automaton }) => automaton.edges.flat());
  return edges.flatMap((edge) => (edge.kind === 'set' ? [edge.source] : []));
}

/**
 * The states that are reached with each number of characters, and the lengths at which a string may end: all of them if
 * `isComplete`.
 */
function findEnds(stepper: Stepper, { least, most }: Lengths) {
  const layers: ReadonlySet<number>[] = [new Set([stepper.start])];
  const ends: number[] = [];
  let visits = 0;
  for (let length = 0; ; length += 1) {
    const layer = layers[length] ?? new Set<number>();
    if (length >= least && [...layer].some(stepper.isEnd)) ends.push(length);
    const [first] = ends;
    const isFar = length > least + FARTHEST || (first !== undefined && length >= first + 2 * MOST_LENGTHS);
    if (ends.length >= MOST_LENGTHS || isFar) return { layers, ends, isComplete: false };
    visits += layer.size;
    if (visits > MOST_VISITS) throw new GaveUp('its patterns and lengths are too large together');
    const next = new Set([...layer].flatMap((state) => stepper.next(state).map(({ to }) => to)));
    // If nothing follows, or the same states again, every end has been seen.
    const isRound = length >= least && ends.length === 0 && isSame(next, layer);
    if (length >= most || next.size === 0 || isRound) return { layers, ends, isComplete: true };
    layers.push(next);
  }
}

function isSame(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  return one.size === other.size && [...one].every((state) => other.has(state));
}

/** The states of each layer from which an end in the last layer can be reached. */
function keepAlive(stepper: Stepper, layers: readonly ReadonlySet<number>[]): readonly ReadonlySet<number>[] {
  let later: ReadonlySet<number> = new Set([...(layers.at(-1) ?? [])].filter(stepper.isEnd));
  const alive = [later];
  for (const layer of layers.slice(0, -1).reverse()) {
    const reached = later;
    later = new Set([...layer].filter((state) => stepper.next(state).some(({ to }) => reached.has(to))));
    alive.push(later);
  }
  return alive.reverse();
}

/** Prefers the most common characters: lower-case letters and digits, then capitals. */
function pickCharacter(characters: readonly string[], choice: Choice): string {
  const isAny = choice.index(8) === 0;
  const kinds = isAny ? [] : [/[a-z0-9]/, /[A-Z]/];
  for (const kind of kinds) {
    const liked = characters.filter((character) => kind.test(character));
    if (liked.length > 0) return liked[choice.index(liked.length)] ?? '';
  }
  return characters[choice.index(characters.length)] ?? '';
}
