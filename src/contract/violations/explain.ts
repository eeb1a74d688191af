import { patternMessages } from '../../../generated/pattern-messages.ts';
import type { SchemaViolation } from '../../../generated/validators.js';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';

/** What a JSON Schema keyword requires of a value, as the continuation of a sentence that begins with the value's name. */
export function explain(violation: SchemaViolation, value: unknown, ofModel: PatternMessages = {}): string {
  const wanted = want(violation, ofModel);
  const given = violation.params.missing === undefined ? got(violation.keyword, value) : undefined;
  return given === undefined ? wanted : `${wanted}; got ${given}`;
}

/** The requirement of each pattern in words, beside those of the package. */
type PatternMessages = Readonly<Record<string, string>>;

function want({ keyword, params, message }: SchemaViolation, ofModel: PatternMessages): string {
  switch (keyword) {
    case 'type':
      return `must be ${either(withoutNull(toList(params.type)).map((type) => article(String(type))))}`;
    case 'const':
      return `must be ${quote(params.allowedValue)}`;
    case 'enum':
      return oneOf(params.allowedValues);
    case 'minimum':
      return `must be at least ${String(params.limit)}`;
    case 'maximum':
      return `must be at most ${String(params.limit)}`;
    case 'exclusiveMinimum':
      return `must be greater than ${String(params.limit)}`;
    case 'exclusiveMaximum':
      return `must be less than ${String(params.limit)}`;
    case 'multipleOf':
      return `must be a multiple of ${String(params.multipleOf)}`;
    case 'minItems':
      return `must have at least ${plural(Number(params.limit), 'entry', 'entries')}`;
    case 'maxItems':
      return `must have at most ${plural(Number(params.limit), 'entry', 'entries')}`;
    case 'minLength':
      return params.limit === 1
        ? 'must not be empty'
        : `must have at least ${plural(Number(params.limit), 'character')}`;
    case 'maxLength':
      return `must have at most ${plural(Number(params.limit), 'character')}`;
    case 'minProperties':
      return `must have at least ${plural(Number(params.limit), 'field')}`;
    case 'maxProperties':
      return `must have at most ${plural(Number(params.limit), 'field')}`;
    case 'uniqueItems':
      return `must not have the same entry twice; entries ${String(params.j)} and ${String(params.i)} are the same`;
    case 'pattern':
      return wordsFor(String(params.pattern), ofModel) ?? 'has the wrong form';
    case 'anyOf':
    case 'oneOf':
      return choice(params, ofModel) ?? 'matches none of the allowed forms';
    case 'not':
      return wordsFor(String(params.pattern), ofModel) ?? 'has a value that is not allowed';
    default:
      return message ?? `breaks ${keyword}`;
  }
}

function wordsFor(pattern: string, ofModel: PatternMessages): string | undefined {
  return ofModel[pattern] ?? patternMessages[pattern];
}

/** What was sent instead, where that helps: the length for a length limit, else the truncated value. */
function got(keyword: string, value: unknown): string | undefined {
  switch (keyword) {
    case 'minItems':
    case 'maxItems':
    case 'maxLength':
      return countOf(value);
    case 'minLength':
      return value === '' ? undefined : countOf(value);
    case 'minProperties':
    case 'maxProperties':
      return String(Object.keys(Object(value)).length);
    case 'uniqueItems':
    case 'not':
      return undefined;
    default:
      return quote(value);
  }
}

function oneOf(allowed: unknown): string {
  const values = withoutCaseTwins(withoutNull(toList(allowed))).map(quote);
  return values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(', ')}`;
}

/** `null` means that an optional field is absent: messages do not list it as an allowed value. */
function withoutNull(values: readonly unknown[]): readonly unknown[] {
  return values.filter((value) => value !== null && value !== 'null');
}

/** `1K` and `1k` are two spellings of one value: messages list the first. */
function withoutCaseTwins(values: readonly unknown[]): readonly unknown[] {
  const seen = new Set<unknown>();
  return values.filter((value) => {
    const key = typeof value === 'string' ? value.toLowerCase() : value;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Branches that only require members, or that each constrain the same value differently. */
function choice(
  { missing, alternatives }: SchemaViolation['params'],
  ofModel: PatternMessages,
): string | undefined {
  if (Array.isArray(missing)) {
    const sets = missing.map((names: unknown) => toList(names).join(' and '));
    return `must have ${sets.length > 1 ? 'at least one of ' : ''}${sets.join(', ')}`;
  }
  if (!Array.isArray(alternatives)) return undefined;
  return either([...new Set(alternatives.map((error: SchemaViolation) => want(error, ofModel)))]); // `chooseBranches` says so
}

/** `a`, `a or b`, `a, b or c`. */
function either(texts: readonly string[]): string {
  const last = texts.at(-1) ?? '';
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} or ${last}`;
}

function article(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** Code units of a string whose characters are counted: two of them can be one character. */
const LONGEST_COUNTED = 2 ** 20;

/** The entries of a list or the characters of a text; for a very long text, the least number that it can have. */
function countOf(value: unknown): string {
  if (Array.isArray(value)) return String(value.length);
  if (typeof value !== 'string') return '0';
  if (value.length > LONGEST_COUNTED) return `at least ${Math.ceil(value.length / 2)}`;
  let codePoints = 0;
  for (const _ of value) codePoints += 1;
  return String(codePoints);
}
