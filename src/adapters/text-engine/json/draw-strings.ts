import { quote } from '../../../contract/quote.ts';
import { type Keywords, numbersOf, stringsOf } from '../schemas/schema-parts.ts';
import { formats } from '../strings/formats.ts';
import { writePhrase } from '../strings/write-phrase.ts';
import type { Maker } from './maker.ts';

const SAMPLES = 8;
const ANYTHING = '^.*$';

/** Strings that should have the patterns, formats and lengths of all schemas; it is for the caller to check them. */
export function* drawStrings(
  parts: readonly Keywords[],
  { choice, matcherOf, checkCount }: Maker,
): Generator<string> {
  const least = Math.max(0, ...numbersOf(parts, 'minLength'));
  const most = Math.min(...numbersOf(parts, 'maxLength'));
  checkCount(least);
  const patterns = stringsOf(parts, 'pattern');
  const known = stringsOf(parts, 'format').flatMap((name) =>
    Object.hasOwn(formats, name) ? [formats[name]] : [],
  );
  for (let attempt = 0; attempt < SAMPLES; attempt += 1) {
    const [format] = known;
    if (format) yield format.sample(choice);
    else if (patterns.length === 0) yield writePhrase(choice.index(2 ** 30), { least, most });
  }
  const matching = [...patterns, ...known.flatMap((format) => (format ? [format.pattern] : []))];
  const write = matcherOf(matching.length > 0 ? matching : [ANYTHING]);
  for (;;) {
    const text = write({ least, most }, choice);
    if (text === undefined) return;
    yield text;
  }
}

/** What a string has to have, in words. */
export function describeString(parts: readonly Keywords[]): string {
  const limits = ['pattern', 'format', 'minLength', 'maxLength'].flatMap((keyword) =>
    parts.flatMap((part) => (part[keyword] === undefined ? [] : [`${keyword} ${quote(part[keyword])}`])),
  );
  return limits.length > 0 ? `no string was found for ${limits.join(' and ')}` : 'no string was found';
}
