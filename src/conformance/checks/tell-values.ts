import type { Evaluate } from '../language/template.ts';
import type { Tell } from './tell.ts';

/** What values are read and told with. */
interface Telling {
  readonly evaluate: Evaluate;
  readonly tell: Tell;
}

const MOST_VALUES = 4;

/** What an expression that does not hold is about, and what it was: the values in the first part of it that does not hold. */
export function tellValues(that: string, { evaluate, tell }: Telling): string {
  const part = conjuncts(that).find((one) => !holds(one, evaluate)) ?? that;
  return tellSides(part, { evaluate, tell }) ?? tellPaths(part, { evaluate, tell });
}

function holds(expression: string, evaluate: Evaluate): boolean {
  try {
    return evaluate(expression) === true;
  } catch {
    return false;
  }
}

/** The parts of `a && b`; an expression of another form is one part. */
function conjuncts(that: string): readonly string[] {
  const parts = that.split(' && ');
  return parts.every((part) => isBalanced(part) && !part.includes(' || ')) ? parts : [that];
}

function isBalanced(text: string): boolean {
  const count = (characters: RegExp): number => text.match(characters)?.length ?? 0;
  return count(/[([{]/g) === count(/[)\]}]/g) && count(/'/g) % 2 === 0;
}

/** Both sides of a comparison, evaluated; a literal says what it is. Undefined for other expressions. */
function tellSides(that: string, { evaluate, tell }: Telling): string | undefined {
  const [left, right, more] = that.split(/ (?:==|!=|<=|>=|<|>) /);
  if (left === undefined || right === undefined || more !== undefined || !isBalanced(left)) return undefined;
  try {
    const told = [left, right].filter(
      (side) => !/^(-?[\d.]+|'[^']*'|true|false|null|\[[^\]]*'\])$/.test(side),
    );
    const values = told.map((side) => evaluate(side));
    const texts = told.map((side, index) => `${side} is ${tell(values[index])}`);
    return [texts.join(', '), tellDifference(values, tell)].filter(Boolean).join('; ') || undefined;
  } catch {
    return undefined;
  }
}

/** Where two values that are too long to be told whole differ first. */
function tellDifference([left, right]: readonly unknown[], tell: Tell): string {
  const sides = [left, right];
  if (!sides.every(isWhole) || !sides.some((side) => tell(side).endsWith('...'))) return '';
  const found = firstDifference(left, right);
  if (found === undefined) return '';
  const [one, other] = found.values.map((value) => tell(value));
  return `they differ first at ${found.pointer || 'the root'}: ${one} and ${other}`;
}

interface Difference {
  readonly pointer: string;
  readonly values: readonly unknown[];
}

/** Goes down where both sides have the same kind of value. */
function firstDifference(left: unknown, right: unknown, pointer = ''): Difference | undefined {
  if (Object.is(left, right)) return undefined;
  if (!isWhole(left) || !isWhole(right) || Array.isArray(left) !== Array.isArray(right))
    return { pointer, values: [left, right] };
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const found = firstDifference(left[name], right[name], `${pointer}/${name}`);
    if (found) return found;
  }
  return undefined;
}

/** Whether a value has members: an object or a list. */
function isWhole(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

const PATH = /(?<![.\w'])[a-z_]\w*(?:\.[a-z_]\w*(?![\w(])|\[(?:\d+|'[^']*')\])*(?![\w(])/g;
const OF_LISTS = /\.(?:all|exists|exists_one|filter|map)\((\w+),/g;
const WORDS = ['in', 'true', 'false', 'null', 'int', 'double', 'string', 'bool', 'list', 'map', 'target'];

/** The values that an expression reads. */
function tellPaths(that: string, { evaluate, tell }: Telling): string {
  const own = [...that.matchAll(OF_LISTS)].map(([, name]) => name);
  const found = [...withoutTexts(that).matchAll(PATH)].map(([path]) => path);
  const paths = [...new Set(found)].filter((path) => {
    const root = /^\w+/.exec(path)?.[0] ?? '';
    return !own.includes(root) && !WORDS.includes(root);
  });
  const absent = paths.filter((path) => read(path, evaluate) === undefined);
  const roots = absent.map((path) => /^\w+/.exec(path)?.[0] ?? '').filter((root) => root === 'body');
  const told = [...new Set([...paths, ...roots])].slice(0, MOST_VALUES);
  return told.map((path) => `${path} is ${tell(read(path, evaluate))}`).join('; ') || 'it does not hold';
}

/** Texts that are no names of members are no paths. */
function withoutTexts(that: string): string {
  return that.replaceAll(/(\['[^']*'\])|'[^']*'/g, (_, member?: string) => member ?? "''");
}

function read(path: string, evaluate: Evaluate): unknown {
  try {
    return evaluate(path);
  } catch {
    return undefined;
  }
}
