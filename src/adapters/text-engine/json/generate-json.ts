import { createChoice } from '../create-choice.ts';
import type { References } from '../schemas/create-references.ts';
import type { HeightOf } from '../schemas/measure-heights.ts';
import type { Keywords } from '../schemas/schema-parts.ts';
import { createMaker } from './create-maker.ts';
import type { Made, Maker, Mode } from './maker.ts';

/** How a value is made. */
export interface GenerateOptions {
  readonly references: References;
  readonly heightOf: HeightOf;
  readonly matcherOf: Maker['matcherOf'];
  readonly seed: number;
  /** Each is one way to choose what the schema leaves open; from 0 on, the later the less is made. */
  readonly attempt: number;
  /** Values, or characters, that are too many. */
  readonly maxCount: number;
  /** Values that are tried at most. */
  readonly maxSteps: number;
}

/** The ways, tried in this order: everything there is, only what is required, by chance. */
const WAYS: readonly (readonly [Mode, ...Mode[]])[] = [
  ['full', 'least', 'some', 'some'],
  ['least', 'some', 'full'],
];
const LAST_WAY: readonly [Mode, ...Mode[]] = ['some', 'least', 'full'];

/** A value that fits a JSON Schema; throws `GaveUp` where that takes too much. Same schema and options, same value. */
export function generateJson(schema: Keywords, { seed, attempt, ...options }: GenerateOptions): Made {
  const maker = createMaker({
    ...options,
    choice: createChoice(seed, `schema ${attempt}`),
    modes: WAYS[attempt] ?? LAST_WAY,
  });
  return maker.make([schema], { pointer: '', depth: 0, followed: [] });
}
