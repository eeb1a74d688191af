import { nameOf } from '../../../contract/violations/pointer.ts';
import type { Choice } from '../create-choice.ts';
import type { Schema } from '../schemas/schema-parts.ts';
import type { StringMatcher } from '../strings/create-string-matcher.ts';

/** A value, or why none was made. */
export type Made = { readonly kind: 'made'; readonly value: unknown } | Fault;

/** Why no value was made. */
export interface Fault {
  readonly kind: 'none';
  readonly reason: string;
  /** Whether there is none at all; otherwise there may be one that was not found. */
  readonly isCertain: boolean;
}

/** How much of what may be absent is made: all of it, nothing, or some by chance. */
export type Mode = 'full' | 'least' | 'some';

/** Where a value stands. */
export interface Place {
  readonly pointer: string;
  readonly depth: number;
  /** What references on the way to it led to. */
  readonly followed: readonly Schema[];
}

/** Makes the values within a value. */
export interface Maker {
  readonly choice: Choice;
  /** A value that fits all of the schemas. */
  make(goals: readonly Schema[], place: Place): Made;
  /** The keyword that a value breaks. */
  findBreach(value: unknown, goals: readonly Schema[]): string | undefined;
  /** A writer of strings that match all of the patterns. */
  matcherOf(patterns: readonly string[]): StringMatcher;
  /** Throws where so many values or characters are more than there may be. */
  checkCount(count: number): void;
}

/** Why there is no value at a place, for certain. */
export function impossible(reason: string, { pointer }: Place): Fault {
  return { kind: 'none', reason: `${reason}${at(pointer)}`, isCertain: true };
}

/** Why no value was found at a place, though there may be one. */
export function notFound(reason: string, { pointer }: Place): Fault {
  return { kind: 'none', reason: `${reason}${at(pointer)}`, isCertain: false };
}

/** Characters of a place in a message. */
const LONGEST_NAME = 120;

function at(pointer: string): string {
  if (pointer === '') return '';
  const name = nameOf(`/${pointer}`).replace(/^\./, '');
  return name.length > LONGEST_NAME ? ` at ${name.slice(0, LONGEST_NAME)}...` : ` at ${name}`;
}

/** One fault for several ways that all failed: certain only if each is. */
export function joinFaults(faults: readonly Fault[]): Fault | undefined {
  return faults.find(({ isCertain }) => !isCertain) ?? faults[0];
}
