import { createChoice } from '../create-choice.ts';
import type { Keywords } from '../schemas/schema-parts.ts';
import { createMaker, type MakerOptions } from './create-maker.ts';
import type { Made, Mode } from './maker.ts';

/** Options for generating a value. */
export interface GenerateOptions extends Omit<MakerOptions, 'choice' | 'modes'> {
  readonly seed: number;
  /** Number of the attempt, from 0: each makes different choices, and later ones make fewer optional parts. */
  readonly attempt: number;
}

/** The modes, in the order in which they are tried: all members, only the required ones, random. */
const WAYS: readonly (readonly [Mode, ...Mode[]])[] = [
  ['full', 'least', 'some', 'some'],
  ['least', 'some', 'full'],
];
const LAST_WAY: readonly [Mode, ...Mode[]] = ['some', 'least', 'full'];

/** A value that fits a JSON Schema; throws `GaveUp` when that takes too long. Same schema and options, same value. */
export function generateJson(schema: Keywords, { seed, attempt, ...options }: GenerateOptions): Made {
  const maker = createMaker({
    ...options,
    choice: createChoice(seed, `schema ${attempt}`),
    modes: WAYS[attempt] ?? LAST_WAY,
  });
  return maker.make([schema], { pointer: '', depth: 0, followed: [] });
}
