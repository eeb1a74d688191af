import type { Json, JsonObject } from '../contract/contract.ts';
import { isObject, stringList, toEntries, toList, toObject, toText } from '../contract/json.ts';
import { PUBLISHED_LIMITS } from '../contract/keywords.ts';
import { toNumber } from '../contract/ratio.ts';
import { extend, type ObjectPair, type SchemaChange } from './breaking-change.ts';

const CEILINGS = new Set(['max', 'max_bytes', 'max_tokens', 'life_seconds']);
const FLOORS = new Set(['min', 'min_side', 'min_tokens']);
const CHOICES = new Set(['formats', 'sources', 'forms', 'separators', 'ratio_separators']);
const ADVICE = 'keep the wider limit';

/**
 * Tighter limits on sizes, media, prompts and tokens, and sizes with other pixels. A keyword that was not published
 * cannot break.
 */
export function compareVocabulary(before: JsonObject, after: JsonObject): readonly SchemaChange[] {
  return PUBLISHED_LIMITS.flatMap((keyword) =>
    isObject(before[keyword])
      ? compareMembers({ before: before[keyword], after: toObject(after[keyword]), pointer: `/${keyword}` })
      : [],
  );
}

function compareMembers({ before, after, pointer }: ObjectPair): readonly SchemaChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    compareMember(name, { was: before[name], now: after[name], pointer: extend(pointer, name) }),
  );
}

interface Member {
  readonly was: Json | undefined;
  readonly now: Json | undefined;
  readonly pointer: string;
}

function compareMember(name: string, member: Member): readonly SchemaChange[] {
  const { was, now, pointer } = member;
  if (CEILINGS.has(name)) return compareBound(member, 1);
  if (FLOORS.has(name)) return compareBound(member, -1);
  if (CHOICES.has(name)) return compareChoices(member);
  if (name === 'cases') return compareNamed(member, 'id');
  if (name === 'tools') return compareNamed(member, 'name');
  if (name === 'table') return compareTable(member);
  if (isObject(was) || isObject(now))
    return compareMembers({ before: toObject(was), after: toObject(now), pointer });
  return [];
}

function compareBound({ was, now, pointer }: Member, sign: 1 | -1): readonly SchemaChange[] {
  if (now === undefined) return [];
  if (was === undefined)
    return [{ pointer, what: `there was no limit, now it is ${String(now)}`, advice: ADVICE }];
  if (sign * toNumber(now) >= sign * toNumber(was)) return [];
  return [{ pointer, what: `the limit was ${String(was)}, now ${String(now)}`, advice: ADVICE }];
}

function compareChoices({ was, now, pointer }: Member): readonly SchemaChange[] {
  const kept = stringList(now);
  const lost = stringList(was).filter((value) => !kept.includes(value));
  const advice = 'keep the old value';
  return lost.map((value) => ({ pointer, what: `"${value}" is no longer allowed`, advice }));
}

/** Conditions, because a new or different one may refuse more, and tools, because callers may use them. */
function compareNamed({ was, now, pointer }: Member, key: 'id' | 'name'): readonly SchemaChange[] {
  const [old, current] = [toList(was).map(toObject), toList(now).map(toObject)];
  const gone = key === 'id' ? [] : old.filter((entry) => !current.some((other) => other[key] === entry[key]));
  const strict = current.filter((entry) => {
    const twin = old.find((other) => other[key] === entry[key]);
    return twin === undefined ? key === 'id' : JSON.stringify(twin) !== JSON.stringify(entry);
  });
  return [
    ...gone.map((entry) => ({ pointer, what: `${toText(entry[key])} is gone`, advice: 'keep it' })),
    ...strict.map((entry) => ({
      pointer,
      what: `${toText(entry[key])} is new or different`,
      advice: 'check it where old requests are not rejected',
    })),
  ];
}

/** A row or ratio that is gone is a value that the size field lost: that is reported there. */
function compareTable({ was, now, pointer }: Member): readonly SchemaChange[] {
  return toEntries(was).flatMap(([tier, row]) =>
    toEntries(row).flatMap(([ratio, pixels]) => {
      const cell = toObject(toObject(now)[tier])[ratio];
      if (cell === undefined || cell === pixels) return [];
      const what = `${ratio} of ${tier} was ${String(pixels)}, now ${String(cell)}`;
      return [{ pointer: extend(pointer, tier, ratio), what, advice: 'keep the size' }];
    }),
  );
}
