import type { Choice } from '../create-choice.ts';
import type { References } from '../schemas/create-references.ts';
import type { HeightOf } from '../schemas/measure-heights.ts';
import type { Schema } from '../schemas/schema-parts.ts';
import { type Unfolded, unfoldSchemas } from '../schemas/unfold-schemas.ts';
import { GaveUp, TriedTooMany } from '../strings/gave-up.ts';
import { makeFlat } from './make-flat.ts';
import {
  type Fault,
  impossible,
  joinFaults,
  type Made,
  type Maker,
  type Mode,
  notFound,
  type Place,
} from './maker.ts';

/** Options of a maker. */
export interface MakerOptions {
  readonly references: References;
  readonly heightOf: HeightOf;
  readonly matcherOf: Maker['matcherOf'];
  readonly choice: Choice;
  /** The modes to try, in order. */
  readonly modes: readonly [Mode, ...Mode[]];
  /** Counts how many parts of the schema are combined; throws when that is too often. */
  readonly countApplied: (count: number) => void;
  /** Limit on the number of values or characters. */
  readonly maxCount: number;
  /** Maximum number of values tried. */
  readonly maxSteps: number;
}

/** Beyond these numbers of values, levels and rounds through one reference only required members are made. */
const MANY_STEPS = 2000;
const MANY_LEVELS = 24;
const MANY_ROUNDS = 3;
const MOST_LEVELS = 500;

const NOTHING: Unfolded = { parts: [], decisions: [], followed: [] };

/** Creates a maker of values: it chooses among what the schemas allow, and backtracks when a choice fails. */
export function createMaker(options: MakerOptions): Maker {
  const { references, heightOf, choice, modes, countApplied, maxCount, maxSteps } = options;
  let steps = 0;
  const countValue = createLimit(maxSteps);
  const countBranch = createLimit(maxSteps);
  const isLean = ({ depth, followed }: Place) => {
    const last = followed.at(-1);
    const rounds = followed.filter((one) => one === last).length;
    return steps > MANY_STEPS || depth > MANY_LEVELS || (last !== undefined && rounds >= MANY_ROUNDS);
  };
  const maker: Maker = {
    choice,
    make: (goals, place) => {
      steps = countValue();
      if (place.depth > MOST_LEVELS) return notFound('the value is nested too deeply', place);
      if (goals.some((goal) => heightOf(goal) === Number.POSITIVE_INFINITY)) return endless(place);
      return solve(goals, { before: NOTHING, goals, place });
    },
    findViolation: (value, goals) => findViolation(value, goals, references),
    matcherOf: options.matcherOf,
    countApplied,
    checkCount: (count) => {
      if (count > maxCount) throw new GaveUp(`its values have more than ${maxCount} bytes`);
    },
  };
  const solve = (schemas: readonly Schema[], { before, goals, place }: Search): Made => {
    const unfolded = unfoldSchemas(schemas, { before, references, countApplied });
    if (!unfolded) return impossible('no value is allowed', place);
    const [decision, ...decisions] = unfolded.decisions;
    const inner = { ...place, followed: [...place.followed, ...unfolded.followed] };
    if (!decision) return makeFlat(unfolded.parts, { goals, place: inner, maker, modes: modesAt(inner) });
    const rest = { ...unfolded, decisions };
    const faults = { ways: [] as Fault[], lastWays: [] as Fault[] };
    for (const list of ['ways', 'lastWays'] as const)
      for (const way of order(decision[list], inner)) {
        countBranch();
        const made = solve(way, { before: rest, goals, place });
        if (made.kind === 'made') return made;
        faults[list].push(made);
      }
    return joinFaults(decision.exhaustive.flatMap((list) => faults[list])) ?? endless(place);
  };
  const modesAt = (place: Place): readonly Mode[] => (isLean(place) ? ['least', 'some', 'some'] : modes);
  /** Random order, or the flattest first where recursion has to end. */
  const order = (ways: readonly (readonly Schema[])[], place: Place) => {
    const measured = ways.map((way) => ({ way, height: Math.max(0, ...way.map(heightOf)) }));
    const possible = measured.filter(({ height }) => Number.isFinite(height));
    const mixed = shuffle(possible, choice);
    const isFlatFirst = isLean(place);
    return mixed
      .sort((one, other) => (isFlatFirst ? one.height - other.height : rankOf(one.way) - rankOf(other.way)))
      .map(({ way }) => way);
  };
  const rankOf = ([schema]: readonly Schema[]) =>
    typeof schema === 'object' && schema.type === 'null' && choice.index(4) > 0 ? 1 : 0;
  return maker;
}

function findViolation(value: unknown, goals: readonly Schema[], references: References): string | undefined {
  for (const goal of goals) {
    const violation = references.findViolation(value, goal);
    if (violation !== undefined) return violation;
  }
  return undefined;
}

/** Counts what is tried, this time included, and throws when that is too much. */
function createLimit(most: number): () => number {
  let count = 0;
  return () => {
    count += 1;
    if (count > most) throw new TriedTooMany();
    return count;
  };
}

/** The state of a search for a value. */
interface Search {
  readonly before: Unfolded;
  /** The schemas that the final value has to fit. */
  readonly goals: readonly Schema[];
  readonly place: Place;
}

function endless(place: Place): Fault {
  return impossible('every value would be endless', place);
}

function shuffle<Entry>(entries: readonly Entry[], choice: Choice): Entry[] {
  return entries
    .map((entry) => ({ entry, rank: choice.index(2 ** 30) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}
