import type { Choice } from '../create-choice.ts';
import { type Keywords, numbersOf } from '../schemas/schema-parts.ts';

/** Where one limit is missing, numbers stay within this distance of the other. */
const SPAN = 100;
const TRIES = 60;
const MOST_COUNTED = 5000;
const DECIMALS = [2, 1, 0, 4, 6, 9, 12];

/** Yields numbers between the limits of all schemas that are multiples of every `multipleOf`. Returns whether these were all. */
export function* drawNumbers(
  parts: readonly Keywords[],
  { choice, isInteger }: { readonly choice: Pick<Choice, 'index'>; readonly isInteger: boolean },
): Generator<number, boolean> {
  const range = readRange(parts);
  const step = combineSteps([...numbersOf(parts, 'multipleOf'), ...(isInteger ? [1] : [])]);
  if (step !== undefined)
    return yield* drawMultiples(range, { step, choice, factors: numbersOf(parts, 'multipleOf') });
  yield* drawBetween(range, choice);
  return false;
}

interface Range {
  readonly low: number;
  readonly high: number;
  readonly isWithin: (value: number) => boolean;
}

function readRange(parts: readonly Keywords[]): Range {
  const above = Math.max(...numbersOf(parts, 'exclusiveMinimum'));
  const below = Math.min(...numbersOf(parts, 'exclusiveMaximum'));
  const least = Math.max(...numbersOf(parts, 'minimum'));
  const most = Math.min(...numbersOf(parts, 'maximum'));
  return {
    ...narrow(Math.max(above, least), Math.min(below, most)),
    isWithin: (value) => value >= least && value <= most && value > above && value < below,
  };
}

/** A range in which a reader expects numbers. */
function narrow(low: number, high: number): { readonly low: number; readonly high: number } {
  if (low <= 0 && high >= SPAN) return { low: 0, high: SPAN };
  if (Number.isFinite(low)) return { low, high: Math.min(high, low + Math.max(SPAN, Math.abs(low))) };
  return { low: Math.max(low, high - Math.max(SPAN, Math.abs(high))), high };
}

function* drawBetween({ low, high, isWithin }: Range, choice: Pick<Choice, 'index'>): Generator<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const value = low + (high - low) * (choice.index(2 ** 30) / 2 ** 30);
    const rounded = DECIMALS.map((decimals) => Number(value.toFixed(decimals)));
    yield rounded.find(isWithin) ?? value;
  }
  yield* [low, high, (low + high) / 2].filter(isWithin);
}

interface Steps {
  readonly step: number;
  /** The values that the step was combined from: a validator may divide by each. */
  readonly factors: readonly number[];
  readonly choice: Pick<Choice, 'index'>;
}

/** Where validators may disagree about a multiple, it is not certain that there is none. */
function* drawMultiples(
  { low, high, isWithin }: Range,
  { step, factors, choice }: Steps,
): Generator<number, boolean> {
  const scale = 10 ** decimalsOf(step);
  const multiple = (count: number) => (count * Math.round(step * scale)) / scale;
  const first = Math.ceil(low / step);
  const last = Math.max(Math.floor(high / step), first);
  const isPlain = (value: number) =>
    isWithin(value) && factors.every((factor) => Number.isInteger(value / factor));
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const value = multiple(first + choice.index(last - first + 1));
    if (isPlain(value)) yield value;
  }
  // Many different ones may be needed, also beyond the range.
  let found = 0;
  for (let count = 0; count < MOST_COUNTED; count += 1) {
    const values = [multiple(first + count), multiple(first - 1 - count)].filter(isWithin);
    yield* values;
    found += values.length;
    if (values.length === 0 && count > 0) break; // the first one may be an exclusive limit
  }
  const isExact = Math.max(Math.abs(low), Math.abs(high)) < Number.MAX_SAFE_INTEGER;
  return isExact && found < MOST_COUNTED && (found === 0 || Number.isInteger(step));
}

/** The least number that is a multiple of all; undefined for none. */
function combineSteps(steps: readonly number[]): number | undefined {
  if (steps.length === 0) return undefined;
  const scale = 10 ** Math.max(...steps.map(decimalsOf));
  const whole = steps.map((step) => BigInt(Math.round(step * scale)));
  const common = whole.reduce((one, other) => (one * other) / divisor(one, other));
  return Number(common) / scale;
}

function divisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : divisor(other, one % other);
}

function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
}
