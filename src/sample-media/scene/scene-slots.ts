import type { SubjectKind } from '../draw/draw-subject.ts';

/** Position of one kind of subject, and its probability in an ordinary image. */
export interface Slot {
  readonly kind: SubjectKind;
  /** Centre, as a share of the stage's width. */
  readonly across: number;
  /** For the sky the centre as a share of the height above the horizon; for the land the foot as a share of the height below. */
  readonly down: number;
  readonly place: 'sky' | 'land';
  /** Probability in an ordinary image. */
  readonly chance: number;
}

/** In layer order: far to near, the most characteristic first where the order is free. */
export const slots: readonly Slot[] = [
  { kind: 'sun', across: 0.7, down: 0.4, place: 'sky', chance: 1 },
  { kind: 'cloud', across: 0.26, down: 0.24, place: 'sky', chance: 0.9 },
  { kind: 'mountain', across: 0.3, down: 0.03, place: 'land', chance: 0.5 },
  { kind: 'boat', across: 0.475, down: 0.3, place: 'land', chance: 0.7 },
  { kind: 'house', across: 0.815, down: 0.6, place: 'land', chance: 0.6 },
  { kind: 'tree', across: 0.14, down: 0.74, place: 'land', chance: 0.7 },
  { kind: 'birds', across: 0.5, down: 0.2, place: 'sky', chance: 0.7 },
  { kind: 'balloon', across: 0.42, down: 0.52, place: 'sky', chance: 0.4 },
  { kind: 'windmill', across: 0.655, down: 0.5, place: 'land', chance: 0.15 },
  { kind: 'pine', across: 0.95, down: 0.66, place: 'land', chance: 0.6 },
  { kind: 'lighthouse', across: 0.32, down: 0.5, place: 'land', chance: 0.15 },
  { kind: 'wisp', across: 0.86, down: 0.2, place: 'sky', chance: 0.5 },
  { kind: 'kite', across: 0.14, down: 0.62, place: 'sky', chance: 0.15 },
  { kind: 'bush', across: 0.62, down: 0.84, place: 'land', chance: 0.5 },
  { kind: 'flowers', across: 0.36, down: 0.95, place: 'land', chance: 0.6 },
  { kind: 'rocks', across: 0.77, down: 0.93, place: 'land', chance: 0.4 },
];
