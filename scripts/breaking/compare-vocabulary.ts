import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../contract/contract.ts';
import { isObject, namesOf, toList, toObject, toText } from '../contract/json.ts';
import type { PUBLISHED_LIMITS } from '../contract/keywords.ts';
import { toNumber } from '../contract/ratio.ts';
import { code, codes, value } from '../docs/markdown.ts';
import { extend } from './breaking-change.ts';

/** A change of a limit in a sentence; code in it is in backticks. */
export interface VocabularyChange {
  /** JSON pointer into the published schema. */
  readonly pointer: string;
  readonly text: string;
  /** Whether a request that was accepted may be refused, or gets another size. */
  readonly isBreaking: boolean;
}

/** The subject of each published keyword in a sentence; limits of references also name their field. */
const SUBJECTS = {
  'x-sizes': 'Sizes',
  'x-media': 'Pictures in',
  'x-prompt': 'Prompt',
  'x-text': 'Text',
} as const satisfies Record<(typeof PUBLISHED_LIMITS)[number], string>;

/** Changes of the limits that JSON Schema cannot express. A keyword that was not published before cannot break. */
export function compareVocabulary(before: JsonObject, after: JsonObject): readonly VocabularyChange[] {
  return Object.entries(SUBJECTS).flatMap(([keyword, subject]) =>
    compareData(subject, before[keyword], after[keyword], extend('', keyword)).map((change) => ({
      ...change,
      isBreaking: change.isBreaking && before[keyword] !== undefined,
    })),
  );
}

/** Changes between two objects of the contract's vocabulary, member by member. */
export function compareData(
  subject: string,
  was: Json | undefined,
  now: Json | undefined,
  pointer = '',
): readonly VocabularyChange[] {
  return compareMember({ was, now, pointer, path: [], subject });
}

interface Member {
  readonly was: Json | undefined;
  readonly now: Json | undefined;
  readonly pointer: string;
  readonly subject: string;
  /** The names of the members that lead to it. */
  readonly path: readonly string[];
}

function compareMember(member: Member): readonly VocabularyChange[] {
  const { was, now, pointer, path } = member;
  if (isDeepStrictEqual(was, now)) return [];
  if (isObject(was ?? now) && isObject(now ?? was)) {
    const [before, after] = [toObject(was), toObject(now)];
    return namesOf(before, after).flatMap((name) =>
      compareMember({
        ...member,
        was: before[name],
        now: after[name],
        pointer: extend(pointer, name),
        path: [...path, name],
      }),
    );
  }
  if (Array.isArray(was ?? now) && Array.isArray(now ?? was)) return compareLists(member);
  return [{ pointer, text: `${toSubject(member)} ${describeScalar(member)}`, isBreaking: isTighter(member) }];
}

const CEILINGS = ['max', 'max_bytes', 'max_tokens', 'life_seconds'];
const FLOORS = ['min', 'min_side', 'min_tokens'];

/** A row or ratio that is gone is a value that the size field lost: that is reported there. */
function isTighter({ was, now, path }: Member): boolean {
  if (now === undefined) return false;
  const name = path.at(-1) ?? '';
  if (CEILINGS.includes(name)) return was === undefined || toNumber(now) < toNumber(was);
  if (FLOORS.includes(name)) return was === undefined || toNumber(now) > toNumber(was);
  return path.at(-3) === 'table' && was !== undefined;
}

/** Computed from the request: the expression is for the gateway. */
const EXPRESSIONS = ['expression', 'count', 'when', 'seconds'];

function describeScalar({ was, now, path }: Member): string {
  const name = path.at(-1) ?? '';
  if (EXPRESSIONS.includes(name)) return 'is computed in another way';
  const format = name === 'max_bytes' ? toMegabytes : value;
  if (was === undefined) return `${format(now ?? null)}, new`;
  if (now === undefined) return `removed, it was ${format(was)}`;
  return `${format(was)} → ${format(now)}`;
}

function toMegabytes(bytes: Json): string {
  return `${value(Number(bytes) / 2 ** 20)} MB`;
}

/** Lists of values that a request may use. */
const CHOICES = ['formats', 'sources', 'forms', 'separators', 'ratio_separators'];

function compareLists(member: Member): readonly VocabularyChange[] {
  const { pointer, path } = member;
  const [was, now] = [toList(member.was), toList(member.now)];
  if ([...was, ...now].some(isObject)) return compareNamed(member);
  const subject = toSubject(member);
  const removed = codes(was.filter((one) => !now.includes(one)));
  const added = codes(now.filter((one) => !was.includes(one)));
  const isChoice = CHOICES.includes(path.at(-1) ?? '');
  if (removed === '' && added === '')
    return [{ pointer, text: `${subject} in another order`, isBreaking: false }];
  return [
    ...(removed === '' ? [] : [{ pointer, text: `${subject} no longer ${removed}`, isBreaking: isChoice }]),
    ...(added === '' ? [] : [{ pointer, text: `${subject} also ${added}`, isBreaking: false }]),
  ];
}

/** Conditions, of which a new or different one may refuse more, and tools, which callers use: each has a name. */
function compareNamed(member: Member): readonly VocabularyChange[] {
  const [was, now] = [byName(toList(member.was)), byName(toList(member.now))];
  const isTool = member.path.at(-1) === 'tools';
  return namesOf(was, now).flatMap((name): readonly VocabularyChange[] => {
    const [before, after] = [was[name], now[name]];
    if (isDeepStrictEqual(before, after)) return [];
    const message = toText(toObject(after ?? before).message);
    const verb = before === undefined ? 'also' : after === undefined ? 'no longer' : 'changed:';
    const text = `${toSubject(member)} ${verb} ${code(name)}${message === '' ? '' : `: ${message}`}`;
    const isBreaking = isTool ? before !== undefined : after !== undefined;
    return [{ pointer: member.pointer, text, isBreaking }];
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

function toSubject({ subject, path }: Member): string {
  const [first, ...rest] = path;
  const isOfField = subject === SUBJECTS['x-media'] && first !== undefined;
  const place = (isOfField ? rest : path)
    .map((word) => WORDS[word] ?? (PLAIN.test(word) ? word.replaceAll('_', ' ') : code(word)))
    .filter((word) => word !== '');
  return [`${isOfField ? `${subject} ${code(first)}` : subject}:`, ...place].join(' ');
}
