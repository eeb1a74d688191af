import { type CharSet, DFA, FAIterators, NFA, TooManyNodesError, type TransitionIterator } from 'refa';
import { GaveUp } from './gave-up.ts';
import { listConstraints } from './list-constraints.ts';
import { ALPHABET, END, matchWhole, START, searchFor } from './read-pattern.ts';

/** A state of an automaton. */
export type State = FAIterators.MapFABuilderNode;

/** An automaton of the strings that match patterns, built lazily. */
export interface Automaton {
  readonly start: ReadonlySet<State>;
  /** Whether a string may end in one of the states. */
  isEnd(states: Iterable<State>): boolean;
  /** The transitions of a state. */
  next(state: State): readonly (readonly [to: State, characters: CharSet])[];
  /** Whether it certainly accepts all strings that match. */
  readonly isCertain: boolean;
}

const MOST_STATES = 50_000;
/** States of what must not match. */
const MOST_NEGATED = 5000;
const EDGES = { min: START, max: END };
/** Texts with `^` before them and `$` after them, as many as a pattern may have in a row. */
const TEXTS = matchWhole('(?:^){9,}[^]*(?:$){9,}').nfa;

/** Builds the automaton of all strings that match all patterns. Lookarounds that cannot be resolved are left out. */
export function buildAutomaton(patterns: readonly string[]): Automaton {
  let isCertain = true;
  let states = intersect(TEXTS.transitionIterator(), NFA.all(ALPHABET).transitionIterator());
  for (const { pattern, isNegated } of patterns.flatMap(listConstraints)) {
    const read = orGiveUp(() => searchFor(pattern));
    isCertain &&= read.isCertain;
    if (!isNegated) states = intersect(states, read.nfa.transitionIterator());
    else if (read.isExact) states = intersect(states, orGiveUp(() => negate(read.nfa)).transitionIterator());
  }
  const outOf = (state: State) => orGiveUp(() => states.getOut(state));
  /** The states that are reached by any number of a character. */
  const close = (from: Iterable<State>, character: number) => {
    const reached = new Set(from);
    for (const state of reached)
      for (const [to, characters] of outOf(state)) if (characters.has(character)) reached.add(to);
    return reached;
  };
  return {
    start: close([states.initial], START),
    isEnd: (from) => [...close(from, END)].some(states.isFinal),
    next: (state) => [...outOf(state)].filter(([, characters]) => characters.isDisjointWith(EDGES)),
    isCertain,
  };
}

function intersect<Left, Right>(left: TransitionIterator<Left>, right: TransitionIterator<Right>) {
  const builder = new FAIterators.MapFABuilder(MOST_STATES);
  return FAIterators.ensureStableOut(FAIterators.intersection(builder, left, right));
}

function negate(nfa: NFA): DFA {
  const dfa = DFA.fromFA(nfa, new DFA.LimitedNodeFactory(MOST_NEGATED));
  dfa.complement();
  return dfa;
}

function orGiveUp<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof TooManyNodesError ? new GaveUp('a pattern of it is too large') : error;
  }
}
