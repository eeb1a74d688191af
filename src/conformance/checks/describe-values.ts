import { type Evaluate, tryEvaluate } from '../language/template.ts';
import type { FormatValue } from './value-formatter.ts';

interface Formatting {
  readonly evaluate: Evaluate;
  readonly format: FormatValue;
}

const MAX_VALUES = 4;

/** The values in the first part of an expression that does not hold. */
export function describeValues(that: string, { evaluate, format }: Formatting): string {
  const part = conjuncts(that).find((one) => tryEvaluate(evaluate, one) !== true) ?? that;
  return describeSides(part, { evaluate, format }) ?? describePaths(part, { evaluate, format });
}

/** The operands of `a && b`; any other expression is one operand. */
function conjuncts(that: string): readonly string[] {
  return / (?:\|\||\?) /.test(outlineOf(that)) ? [that] : splitOutside(that, / && /g);
}

/** Both sides of a comparison, except literals. Undefined for other expressions. */
function describeSides(that: string, { evaluate, format }: Formatting): string | undefined {
  const [left, right, more] = splitOutside(that, / (?:==|!=|<=|>=|<|>) /g);
  if (left === undefined || right === undefined || more !== undefined) return undefined;
  try {
    const sides = [left, right].filter(
      (side) => !/^(-?[\d.]+|'[^']*'|true|false|null|\[[^\]]*'\])$/.test(side),
    );
    const values = sides.map((side) => evaluate(side));
    const texts = sides.map((side, index) => `${side} is ${format(values[index])}`);
    return [texts.join(', '), describeDifference(values, format)].filter(Boolean).join('; ') || undefined;
  } catch {
    return undefined;
  }
}

/** Splits an expression at operators outside brackets and texts. */
function splitOutside(that: string, operator: RegExp): readonly string[] {
  const found = [...outlineOf(that).matchAll(operator)];
  const starts = [0, ...found.map(({ index, 0: text }) => index + text.length)];
  return starts.map((start, index) => that.slice(start, found[index]?.index));
}

/** An expression of the same length with `_` for what is in brackets or texts. */
function outlineOf(that: string): string {
  let depth = 0;
  return that.replaceAll(/'[^']*'|[\s\S]/g, (part) => {
    if (part.length > 1) return '_'.repeat(part.length);
    if ('([{'.includes(part)) depth += 1;
    const isOutside = depth === 0;
    if (')]}'.includes(part)) depth -= 1;
    return isOutside ? part : '_';
  });
}

/** The first difference between two values that are too long to be shown whole. */
function describeDifference([left, right]: readonly unknown[], format: FormatValue): string {
  const sides = [left, right];
  if (!sides.every(isWhole) || !sides.some((side) => format(side).endsWith('...'))) return '';
  const found = firstDifference(left, right);
  if (found === undefined) return '';
  const [one, other] = found.values.map((value) => format(value));
  return `they differ first at ${found.pointer || 'the root'}: ${one} and ${other}`;
}

interface Difference {
  readonly pointer: string;
  readonly values: readonly unknown[];
}

/** Descends where both sides are objects or both are lists. */
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

function isWhole(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

const PATH = /(?<![.\w'])[a-z_]\w*(?:\.[a-z_]\w*(?![\w(])|\[(?:\d+|'[^']*')\])*(?![\w(])/g;
const OF_LISTS = /\.(?:all|exists|exists_one|filter|map)\((\w+),/g;
const WORDS = ['in', 'true', 'false', 'null', 'int', 'double', 'string', 'bool', 'list', 'map', 'target'];

function describePaths(that: string, { evaluate, format }: Formatting): string {
  const own = [...that.matchAll(OF_LISTS)].map(([, name]) => name);
  const found = [...withoutTexts(that).matchAll(PATH)].map(([path]) => path);
  const paths = [...new Set(found)].filter((path) => {
    const root = /^\w+/.exec(path)?.[0] ?? '';
    return !own.includes(root) && !WORDS.includes(root);
  });
  const absent = paths.filter((path) => tryEvaluate(evaluate, path) === undefined);
  const roots = absent.map((path) => /^\w+/.exec(path)?.[0] ?? '').filter((root) => root === 'body');
  const listed = [...new Set([...paths, ...roots])].slice(0, MAX_VALUES);
  return (
    listed.map((path) => `${path} is ${format(tryEvaluate(evaluate, path))}`).join('; ') || 'it does not hold'
  );
}

/** Removes string literals, except those that name a member. */
function withoutTexts(that: string): string {
  return that.replaceAll(/(\['[^']*'\])|'[^']*'/g, (_, member?: string) => member ?? "''");
}
