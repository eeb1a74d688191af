import type { Automaton } from './build-automaton.ts';
import type { Alphabet } from './create-alphabet.ts';
import { GaveUp } from './gave-up.ts';
import type { Constraint } from './list-constraints.ts';

/** The characters that lead to a state. */
export interface Step {
  readonly to: number;
  readonly characters: readonly string[];
}

/** The product of all constraints, as a deterministic automaton that is built lazily. */
export interface Stepper {
  readonly start: number;
  /** Whether a string may end in a state. */
  isEnd(state: number): boolean;
  /** The transitions of a state, except those to a dead end. */
  next(state: number): readonly Step[];
}

const MOST_STATES = 5000;

/** Creates the product automaton of the constraints, over an alphabet with their sets. */
export function createStepper(constraints: readonly Constraint[], alphabet: Alphabet): Stepper {
  const singles = constraints.map(({ automaton, isNegated }) => ({
    ...createSingle(automaton, alphabet.sets),
    isNegated,
  }));
  const ids = new Map<string, number>();
  const states: (readonly number[])[] = [];
  const steps: (readonly Step[] | undefined)[] = [];
  const idOf = (state: readonly number[]) => {
    const key = state.join();
    const known = ids.get(key);
    if (known !== undefined) return known;
    if (states.length >= MOST_STATES) throw new GaveUp('its patterns are too large together');
    ids.set(key, states.length);
    return states.push(state) - 1;
  };
  const listSteps = (id: number): readonly Step[] => {
    const found = new Map<number, string[]>();
    for (const [index, character] of alphabet.characters.entries()) {
      const next = (states[id] ?? []).map((state, place) => singles[place]?.step(state, index) ?? 0);
      if (next.some((state, place) => state === DEAD && !singles[place]?.isNegated)) continue;
      const to = idOf(next);
      const group = found.get(to);
      if (group) group.push(character);
      else found.set(to, [character]);
    }
    return [...found].map(([to, characters]) => ({ to, characters }));
  };
  return {
    start: idOf(singles.map(({ start }) => start)),
    isEnd: (id) =>
      singles.every(({ isEnd, isNegated }, place) => isEnd(states[id]?.[place] ?? DEAD) !== isNegated),
    next: (id) => {
      const known = steps[id] ?? listSteps(id);
      steps[id] = known;
      return known;
    },
  };
}

/** The dead state: no character leaves it and no string ends in it. */
const DEAD = 0;

function createSingle({ edges, final }: Automaton, sets: ReadonlyMap<string, Uint8Array>) {
  const ids = new Map<string, number>([['', DEAD]]);
  const states: (readonly number[])[] = [[]];
  const steps: Int32Array[] = [];
  /** The states that are reached by empty transitions. */
  const close = (from: Iterable<number>, where: 'start' | 'end' | 'within') => {
    const reached = new Set(from);
    for (const state of reached)
      for (const edge of edges[state] ?? [])
        if (edge.kind === 'free' || edge.kind === where) reached.add(edge.to);
    return reached;
  };
  const idOf = (reached: ReadonlySet<number>) => {
    const state = [...reached].sort((one, other) => one - other);
    const key = state.join();
    const known = ids.get(key);
    if (known !== undefined) return known;
    if (states.length >= MOST_STATES) throw new GaveUp('a pattern of it is too large');
    ids.set(key, states.length);
    return states.push(state) - 1;
  };
  const step = (id: number, index: number) => {
    steps[id] ??= new Int32Array([...sets.values()][0]?.length ?? 0).fill(-1);
    const known = steps[id][index] ?? -1;
    if (known !== -1) return known;
    const next = (states[id] ?? []).flatMap((state) =>
      (edges[state] ?? []).flatMap((edge) =>
        edge.kind === 'set' && sets.get(edge.source)?.[index] ? [edge.to] : [],
      ),
    );
    const to = idOf(close(next, 'within'));
    steps[id][index] = to;
    return to;
  };
  return {
    start: idOf(close([0], 'start')),
    step,
    isEnd: (id: number) => close(states[id] ?? [], 'end').has(final),
  };
}
