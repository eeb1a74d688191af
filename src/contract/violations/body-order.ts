import { stepsOf } from './pointer.ts';
import type { Violation } from './violation.ts';

/**
 * Violations in the order of the body: members as they were sent, list entries by position, missing fields after
 * those present. Violations of the whole body come first; those at one place stay in the order in which they were
 * found.
 */
export function inBodyOrder(violations: readonly Violation[], body: unknown): readonly Violation[] {
  const positions = createPositions();
  return violations
    .map((violation) => ({ violation, place: placeOf(violation.path, body, positions) }))
    .sort((left, right) => comparePlaces(left.place, right.place))
    .map(({ violation }) => violation);
}

/** Positions of members by name, computed once per object: a body can have many members and many violations. */
type Positions = (value: object, name: string) => number;

function createPositions(): Positions {
  const known = new Map<object, ReadonlyMap<string, number>>();
  return (value, name) => {
    if (Array.isArray(value)) return Number(name);
    const listed = known.get(value) ?? new Map(Object.keys(value).map((key, index) => [key, index]));
    known.set(value, listed);
    return listed.get(name) ?? Number.POSITIVE_INFINITY;
  };
}

function placeOf(path: string, body: unknown, positions: Positions): readonly number[] {
  let value = body;
  return stepsOf(path).map((step) => {
    if (typeof value !== 'object' || value === null) return Number.POSITIVE_INFINITY;
    const position = positions(value, step);
    value = Number.isFinite(position) ? Reflect.get(value, step) : undefined;
    return position;
  });
}

function comparePlaces(left: readonly number[], right: readonly number[]): number {
  for (const [index, position] of left.entries()) {
    const other = right[index] ?? -1;
    if (position !== other) return position < other ? -1 : 1;
  }
  return left.length - right.length;
}
