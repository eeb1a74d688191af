import { isDeepStrictEqual } from 'node:util';
import { extend, type ObjectPair } from '../breaking/breaking-change.ts';
import { withoutNull } from '../breaking/compare-schemas.ts';
import type { Json, JsonObject } from '../contract/contract.ts';
import { isObject, namesOf, stringList, toEntries, toList, toObject, toText } from '../contract/json.ts';
import { code, codes, value } from '../docs/markdown.ts';
import { limitsOf, typeOf } from '../docs/models/parameters.ts';
import { type Finding, fromTo } from './change.ts';

/** Two versions of a schema, and its name in sentences: empty for the request itself. */
interface Pair extends ObjectPair {
  readonly name: string;
}

/** What differs between the parameters of two schemas. */
export function compareParameters(before: JsonObject, after: JsonObject): readonly Finding[] {
  return compareSchema({ before, after, pointer: '', name: '' });
}

function compareSchema(pair: Pair): readonly Finding[] {
  return [
    ...compareMembers(pair),
    ...compareRequired(pair),
    ...compareTypes(pair),
    ...compareValues(pair),
    ...compareDefaults(pair),
    ...compareLimits(pair),
    ...compareItems(pair),
    ...CHOICES.flatMap((keyword) => compareAlternatives(pair, keyword)),
    ...compareConditions(pair),
  ];
}

const CHOICES = ['oneOf', 'anyOf'];

function compareMembers({ before, after, pointer, name }: Pair): readonly Finding[] {
  const [was, now] = [toObject(before.properties), toObject(after.properties)];
  return namesOf(was, now).flatMap((member) =>
    compareMember(was[member], now[member], {
      pointer: extend(pointer, 'properties', member),
      name: name === '' ? member : `${name}.${member}`,
    }),
  );
}

type Place = Pick<Pair, 'pointer' | 'name'>;

function compareMember(was: Json | undefined, now: Json | undefined, place: Place): readonly Finding[] {
  const { pointer, name } = place;
  if (isDeepStrictEqual(was, now)) return [];
  if (now === undefined)
    return was === false
      ? [{ pointer, text: `${code(name)} is ignored instead of refused` }]
      : [{ pointer, text: `Parameter ${code(name)} is gone` }];
  if (now === false) return [{ pointer, text: `${code(name)} is refused` }];
  if (was === undefined || was === false)
    return [{ pointer, text: introduce(name, toObject(now)), isHarmless: true }];
  return compareSchema({ before: plain(was), after: plain(now), ...place });
}

function introduce(name: string, schema: JsonObject): string {
  const facts = [typeOf(schema), ...limitsOf(schema)];
  const usual = schema.default === undefined ? [] : [`default ${value(schema.default)}`];
  const about = `(${[...facts, ...usual].join('; ')}). ${toText(schema.description)}`;
  return `New parameter ${code(name)} ${about.replace(/\.? *$/, '')}`;
}

/** A schema that may also be `null`, without that. */
function plain(schema: Json): JsonObject {
  return toObject(withoutNull(schema));
}

function compareRequired({ before, after, pointer, name }: Pair): readonly Finding[] {
  const [was, now] = [stringList(before.required), stringList(after.required)];
  const at = extend(pointer, 'required');
  const inside = (member: string) => code(name === '' ? member : `${name}.${member}`);
  return [
    ...now
      .filter((member) => !was.includes(member))
      .map((member) => ({ pointer: at, text: `${inside(member)} is required` })),
    ...was
      .filter((member) => !now.includes(member) && toObject(after.properties)[member] !== undefined)
      .map((member) => ({
        pointer: at,
        text: `${inside(member)} is no longer required`,
        isHarmless: true as const,
      })),
  ];
}

function compareTypes({ before, after, pointer, name }: Pair): readonly Finding[] {
  if (isDeepStrictEqual(before.type, after.type)) return [];
  const at = extend(pointer, 'type');
  const [was, now] = [typeOf(before), typeOf(after)];
  if (was !== now) return [{ pointer: at, text: `${subject(name)}: type ${was} → ${now}` }];
  const isOpen = stringList(after.type).includes('null');
  return [{ pointer: at, text: `${subject(name)} may ${isOpen ? '' : 'no longer '}be ${code('null')}` }];
}

function compareValues({ before, after, pointer, name }: Pair): readonly Finding[] {
  const [was, now] = [valuesOf(before), valuesOf(after)];
  const at = extend(pointer, after.const === undefined ? 'enum' : 'const');
  if (now === undefined)
    return was === undefined
      ? []
      : [{ pointer: at, text: `${subject(name)} takes other values, too`, isHarmless: true }];
  if (was === undefined) return [{ pointer: at, text: `${subject(name)} takes only ${codes(now)}` }];
  const removed = codes(was.filter((one) => !now.includes(one)));
  const added = codes(now.filter((one) => !was.includes(one)));
  return [
    ...(removed === '' ? [] : [{ pointer: at, text: `${subject(name)} no longer takes ${removed}` }]),
    ...(added === ''
      ? []
      : [{ pointer: at, text: `${subject(name)} takes ${added}`, isHarmless: true as const }]),
  ];
}

function valuesOf({ enum: choices, const: only }: JsonObject): readonly Json[] | undefined {
  if (only !== undefined) return [only];
  return Array.isArray(choices) ? choices.filter((choice: Json) => choice !== null) : undefined;
}

function compareDefaults({ before, after, pointer, name }: Pair): readonly Finding[] {
  const [was, now] = [before.default, after.default];
  if (isDeepStrictEqual(was, now)) return [];
  const place = { pointer: extend(pointer, 'default') };
  if (was === undefined)
    return [{ ...place, text: `${subject(name)}: default ${value(now ?? null)}, there was none` }];
  if (now === undefined) return [{ ...place, text: `${subject(name)} has no default, it was ${value(was)}` }];
  return [{ ...place, text: `${subject(name)}: default ${fromTo(was, now)}` }];
}

/** Limits in words. */
const LIMITS: Readonly<Record<string, string>> = {
  minimum: 'lowest value',
  maximum: 'highest value',
  exclusiveMinimum: 'values above',
  exclusiveMaximum: 'values below',
  minLength: 'fewest characters',
  maxLength: 'most characters',
  minItems: 'fewest entries',
  maxItems: 'most entries',
  multipleOf: 'multiples of',
};

function compareLimits({ before, after, pointer, name }: Pair): readonly Finding[] {
  return Object.entries(LIMITS).flatMap(([keyword, words]): readonly Finding[] => {
    const [was, now] = [before[keyword], after[keyword]];
    if (was === now) return [];
    const place = { pointer: extend(pointer, keyword) };
    if (now === undefined)
      return [
        { ...place, text: `${subject(name)}: ${words} no longer limited, it was ${value(was ?? null)}` },
      ];
    if (was === undefined)
      return [{ ...place, text: `${subject(name)}: ${words} ${value(now)}, there was no limit` }];
    return [{ ...place, text: `${subject(name)}: ${words} ${fromTo(was, now)}` }];
  });
}

function compareItems({ before, after, pointer, name }: Pair): readonly Finding[] {
  if (!isObject(before.items) || !isObject(after.items)) return [];
  return compareSchema({
    before: plain(before.items),
    after: plain(after.items),
    pointer: extend(pointer, 'items'),
    name: `${name}[]`,
  });
}

function compareAlternatives({ before, after, pointer, name }: Pair, keyword: string): readonly Finding[] {
  const [was, now] = [toList(before[keyword]), toList(after[keyword])];
  if (isDeepStrictEqual(was, now)) return [];
  const at = extend(pointer, keyword);
  if (was.length !== now.length) return [{ pointer: at, text: `${subject(name)} has other forms` }];
  return now.flatMap((branch, index) =>
    compareSchema({
      before: toObject(was[index]),
      after: toObject(branch),
      pointer: extend(at, index),
      name,
    }),
  );
}

/** Keywords that are compared elsewhere, or say nothing about what is accepted. */
const OTHERS = [
  ...['$schema', '$id', '$comment', 'title', 'description', 'examples'],
  ...['properties', 'required', 'type', 'enum', 'const', 'default', 'items'],
  ...CHOICES,
  ...Object.keys(LIMITS),
];

function compareConditions({ before, after, pointer, name }: Pair): readonly Finding[] {
  const keywords = namesOf(before, after).filter(
    (keyword) => !OTHERS.includes(keyword) && !(name === '' && keyword.startsWith('x-')),
  );
  return keywords
    .filter((keyword) => !isDeepStrictEqual(before[keyword], after[keyword]))
    .map((keyword) => ({
      pointer: extend(pointer, keyword),
      text: `${subject(name)}: other conditions (${code(keyword)})`,
    }));
}

function subject(name: string): string {
  return name === '' ? 'The request' : code(name);
}

/** Parameters whose descriptions have other words, by name. */
export function findReworded(before: JsonObject, after: JsonObject): readonly string[] {
  const was = toObject(before.properties);
  return toEntries(after.properties).flatMap(([name, schema]) =>
    was[name] !== undefined && !isDeepStrictEqual(descriptionsIn(was[name]), descriptionsIn(schema))
      ? [name]
      : [],
  );
}

/** Every text in a schema, in its order. */
function descriptionsIn(schema: Json): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(descriptionsIn);
  return toEntries(isObject(schema) ? schema : {}).flatMap(([name, member]) =>
    name === 'description' && typeof member === 'string' ? [member] : descriptionsIn(member),
  );
}
