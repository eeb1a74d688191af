import { type Keywords, numbersOf, stringsOf } from '../schemas/schema-parts.ts';
import { isProvenEmpty } from '../strings/create-string-matcher.ts';
import { type Format, formats } from '../strings/formats.ts';
import { writePhrase } from '../strings/write-phrase.ts';
import type { Maker } from './maker.ts';

const SAMPLES = 8;
/** A text for patterns takes as long as so many applications of a schema. */
const TEXT_WORK = 10;
const ANYTHING = '^.*$';

/**
 * Yields strings that should meet the patterns, formats and lengths of all schemas; the caller checks them. Returns
 * whether there are certainly none.
 */
export function* drawStrings(
  parts: readonly Keywords[],
  { choice, matcherOf, checkCount, countApplied }: Maker,
): Generator<string, boolean> {
  const least = Math.max(0, ...numbersOf(parts, 'minLength'));
  const most = Math.min(...numbersOf(parts, 'maxLength'));
  checkCount(least);
  const patterns = stringsOf(parts, 'pattern');
  const known = stringsOf(parts, 'format')
    .filter((name) => Object.hasOwn(formats, name))
    .map((name) => formats[name])
    .filter((format): format is Format => format !== undefined);
  const lengths = { least, most };
  const writeUsual =
    known.length + patterns.length > 0
      ? matcherOf([...patterns, ...known.map(({ usual }) => usual)])
      : () => writePhrase(choice.index(2 ** 30), lengths);
  for (let attempt = 0; attempt < SAMPLES; attempt += 1) {
    const text = writeUsual(lengths, choice);
    if (text === undefined) break;
    countApplied(TEXT_WORK);
    yield text;
  }
  const wide = [...patterns, ...known.map(({ pattern }) => pattern)];
  const write = matcherOf(wide.length > 0 ? wide : [ANYTHING]);
  for (let text = write(lengths, choice); text !== undefined; text = write(lengths, choice)) {
    countApplied(TEXT_WORK);
    yield text;
  }
  const exact = known.filter(({ isExact }) => isExact).map(({ pattern }) => pattern);
  return isProvenEmpty([...patterns, ...exact], lengths);
}
