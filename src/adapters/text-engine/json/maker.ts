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
  /** Whether there is certainly none; otherwise there may be one that was not found. */
  readonly isCertain: boolean;
}

/** Which optional parts are made: all, none, or a random selection. */
export type Mode = 'full' | 'least' | 'some';

/** The place of a value. */
export interface Place {
  readonly pointer: string;
  readonly depth: number;
  /** Targets of the references on the way to it. */
  readonly followed: readonly Schema[];
}

/** Where, how and with what an object or an array is made. */
export interface MakeOptions {
  readonly place: Place;
  readonly mode: Mode;
  readonly maker: Maker;
}

/** Makes nested values. */
export interface Maker {
  readonly choice: Choice;
  /** A value that fits all of the schemas. */
  make(goals: readonly Schema[], place: Place): Made;
  /** The keyword that a value violates. */
  findViolation(value: unknown, goals: readonly Schema[]): string | undefined;
  /** A writer of strings that match all of the patterns. */
  matcherOf(patterns: readonly string[]): StringMatcher;
  /** Counts how many parts of the schema are combined, or as much work; throws when that is too much. */
  countApplied(count: number): void;
  /** Throws when a number of values or characters exceeds the limit. */
  checkCount(count: number): void;
}

/** Why there is no value at a place, for certain. */
export function impossible(reason: string, { pointer }: Place): Fault {
  return createFault(reason, { pointer, isCertain: true });
}

/** Why no value was found at a place, though there may be one. */
export function notFound(reason: string, { pointer }: Place): Fault {
  return createFault(reason, { pointer, isCertain: false });
}

/** Most faults are never read, and naming a deep place takes longer than everything else of one. */
function createFault(
  reason: string,
  { pointer, isCertain }: { readonly pointer: string; readonly isCertain: boolean },
): Fault {
  return {
    kind: 'none',
    get reason() {
      return `${reason}${at(pointer)}`;
    },
    isCertain,
  };
}

/** Maximum length of a place in a message. */
const LONGEST_NAME = 120;

function at(pointer: string): string {
  if (pointer === '') return '';
  const name = nameOf(`/${pointer}`).replace(/^\./, '');
  return name.length > LONGEST_NAME ? ` at ${name.slice(0, LONGEST_NAME)}...` : ` at ${name}`;
}

/** One fault for several branches that all failed: certain only if each is. */
export function joinFaults(faults: readonly Fault[]): Fault | undefined {
  return faults.find(({ isCertain }) => !isCertain) ?? faults[0];
}
