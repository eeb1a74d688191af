import type { Choice } from '../create-choice.ts';
import { createStepper, type Stepper } from './create-stepper.ts';
import { GaveUp } from './gave-up.ts';
import type { Constraint } from './list-constraints.ts';

/** How many characters a string may have. */
export interface Lengths {
  readonly least: number;
  readonly most: number;
}

/** Writes strings that meet constraints; undefined where there is none of such a length. */
export type StringMatcher = (lengths: Lengths, choice: Choice) => string | undefined;

/** Lengths to choose from; how far one is looked for beyond the least. */
const MOST_LENGTHS = 16;
const FARTHEST = 2000;
const MOST_VISITS = 2_000_000;

/** Creates a writer of strings that meet all constraints: it walks their automata at once, where an end can be reached. */
export function createStringMatcher(constraints: readonly Constraint[]): StringMatcher {
  const stepper = createStepper(constraints);
  return ({ least, most }, choice) => {
    const { layers, ends } = findEnds(stepper, { least, most });
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

/** The states that are reached with each number of characters, and the numbers at which a string may end. */
function findEnds(stepper: Stepper, { least, most }: Lengths) {
  const layers: ReadonlySet<number>[] = [new Set([stepper.start])];
  const ends: number[] = [];
  let visits = 0;
  for (let length = 0; ; length += 1) {
    const layer = layers[length] ?? new Set<number>();
    if (length >= least && [...layer].some(stepper.isEnd)) ends.push(length);
    const [first] = ends;
    const isFar = length > least + FARTHEST || (first !== undefined && length >= first + 2 * MOST_LENGTHS);
    if (length >= most || ends.length >= MOST_LENGTHS || isFar) return { layers, ends };
    visits += layer.size;
    if (visits > MOST_VISITS) throw new GaveUp('its patterns and lengths are too large together');
    const next = new Set([...layer].flatMap((state) => stepper.next(state).map(({ to }) => to)));
    if (next.size === 0) return { layers, ends };
    layers.push(next);
  }
}

/** Of each layer, the states from which the last one is left at an end. */
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

/** Mostly what people write most: small letters and digits, then capitals. */
function pickCharacter(characters: readonly string[], choice: Choice): string {
  const isAny = choice.index(8) === 0;
  const kinds = isAny ? [] : [/[a-z0-9]/, /[A-Z]/];
  for (const kind of kinds) {
    const liked = characters.filter((character) => kind.test(character));
    if (liked.length > 0) return liked[choice.index(liked.length)] ?? '';
  }
  return characters[choice.index(characters.length)] ?? '';
}
