import { extend } from '../breaking/breaking-change.ts';
import type { Json, JsonObject } from '../contract/contract.ts';
import { isObject, toList, toObject, toText } from '../contract/json.ts';
import { code } from '../docs/markdown.ts';
import { compareChoices, type Finding, isSame, namesOf, value } from './change.ts';

/** What keywords of published schemas are about; that of a picture is named by its field. */
const SUBJECTS: Readonly<Record<string, string>> = {
  'x-sizes': 'Sizes',
  'x-media': 'Pictures in',
  'x-prompt': 'Prompt',
  'x-text': 'Text',
};

/** What differs between the limits that JSON Schema cannot say. */
export function compareKeywords(before: JsonObject, after: JsonObject): readonly Finding[] {
  return Object.entries(SUBJECTS).flatMap(([keyword, subject]) =>
    compareData(subject, before[keyword], after[keyword], extend('', keyword)),
  );
}

/** What differs between two objects of the contract's vocabulary, member by member. */
export function compareData(
  subject: string,
  was: Json | undefined,
  now: Json | undefined,
  pointer: string,
): readonly Finding[] {
  return compareMember({ was, now, pointer, words: [], subject });
}

interface Member {
  readonly was: Json | undefined;
  readonly now: Json | undefined;
  readonly pointer: string;
  readonly subject: string;
  /** The names on the way to it. */
  readonly words: readonly string[];
}

function compareMember(member: Member): readonly Finding[] {
  const { was, now, pointer, words } = member;
  if (isSame(was, now)) return [];
  if (isObject(was ?? now) && isObject(now ?? was)) {
    const [before, after] = [toObject(was), toObject(now)];
    return namesOf(before, after).flatMap((name) =>
      compareMember({
        ...member,
        was: before[name],
        now: after[name],
        pointer: extend(pointer, name),
        words: [...words, name],
      }),
    );
  }
  if (Array.isArray(was ?? now) && Array.isArray(now ?? was)) return compareLists(member);
  return [{ pointer, text: `${toSubject(member)} ${describeScalar(member)}` }];
}

/** Computed from the request: the expression is for the gateway. */
const EXPRESSIONS = ['expression', 'count', 'when', 'seconds'];

function describeScalar({ was, now, words }: Member): string {
  if (EXPRESSIONS.includes(words.at(-1) ?? '')) return 'is computed in another way';
  const say = words.at(-1) === 'max_bytes' ? toMegabytes : value;
  if (was === undefined) return `${say(now ?? null)}, nothing was said`;
  if (now === undefined) return `is no longer limited, it was ${say(was)}`;
  return `${say(was)} → ${say(now)}`;
}

function toMegabytes(bytes: Json): string {
  return `${value(Number(bytes) / 2 ** 20)} MB`;
}

function compareLists(member: Member): readonly Finding[] {
  const { pointer } = member;
  const [was, now] = [toList(member.was), toList(member.now)];
  if ([...was, ...now].some(isObject)) return compareNamed(member);
  const subject = toSubject(member);
  const words = { less: `${subject} no longer`, more: `${subject} also` };
  const findings = compareChoices(pointer, [was, now], words);
  return findings.length > 0 ? findings : [{ pointer, text: `${subject} in another order` }];
}

/** Conditions, which refuse something, and tools, which callers use: each has a name. */
function compareNamed(member: Member): readonly Finding[] {
  const [was, now] = [byName(toList(member.was)), byName(toList(member.now))];
  const subject = toSubject(member);
  return namesOf(was, now).flatMap((name): readonly Finding[] => {
    const [before, after] = [was[name], now[name]];
    if (isSame(before, after)) return [];
    const text = toText(toObject(after ?? before).message);
    const told = `${code(name)}${text === '' ? '' : `: ${text}`}`;
    const { pointer } = member;
    const isTool = member.words.at(-1) === 'tools';
    const harmless = { isHarmless: true as const };
    if (before === undefined) return [{ pointer, text: `${subject} also ${told}`, ...(isTool && harmless) }];
    if (after === undefined)
      return [{ pointer, text: `${subject} no longer ${told}`, ...(!isTool && harmless) }];
    return [{ pointer, text: `${subject} other conditions of ${told}` }];
  });
}

function byName(list: readonly Json[]): JsonObject {
  return Object.fromEntries(
    list.map((entry, index) => {
      const { id, name } = toObject(entry);
      return [toText(id) || toText(name) || String(index), entry];
    }),
  );
}

/** Names of members in words; those of fields, tiers and ratios are code. */
const WORDS: Readonly<Record<string, string>> = {
  table: '',
  cases: 'conditions,',
  by_tier: '',
  max_bytes: 'largest file',
  min_side: 'shortest side in pixels',
  min: 'at least',
  max: 'at most',
  max_tokens: 'most tokens',
  min_tokens: 'fewest tokens',
};

const PLAIN = /^[a-z]+(?:_[a-z]+)*$/;
const FIELD_KEYWORDS = ['Pictures in'];

function toSubject({ subject, words }: Member): string {
  const [first, ...rest] = words;
  const isOfField = FIELD_KEYWORDS.includes(subject) && first !== undefined;
  const place = (isOfField ? rest : words)
    .map((word) => WORDS[word] ?? (PLAIN.test(word) ? word.replaceAll('_', ' ') : code(word)))
    .filter((word) => word !== '');
  return [`${isOfField ? `${subject} ${code(first)}` : subject}:`, ...place].join(' ');
}
