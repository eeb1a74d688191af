import { quote } from '../../../contract/quote.ts';
import { findContradiction } from '../schemas/find-contradiction.ts';
import { type Keywords, type Schema, stringsOf } from '../schemas/schema-parts.ts';
import { drawNumbers } from './draw-numbers.ts';
import { drawStrings } from './draw-strings.ts';
import { makeArray } from './make-array.ts';
import { makeObject } from './make-object.ts';
import {
  type Fault,
  impossible,
  joinFaults,
  type Made,
  type Maker,
  type Mode,
  notFound,
  type Place,
} from './maker.ts';

/** Dependencies for making a value once all decisions are made. */
export interface FlatOptions {
  /** The schemas that the value has to fit. */
  readonly goals: readonly Schema[];
  readonly place: Place;
  readonly maker: Maker;
  readonly modes: readonly Mode[];
}

/** Makes a value for the keywords of all schemas, except those that decide between schemas. */
export function makeFlat(parts: readonly Keywords[], options: FlatOptions): Made {
  const lists = parts.flatMap((part) => listsOf(part));
  const [list] = lists;
  if (list)
    return pickListed(list, {
      parts,
      ...options,
      reason: 'none of the values that enum or const lists fits',
    });
  const types = listTypes(parts, options.maker);
  if (types.length === 0) return impossible('more than one type is required', options.place);
  const faults: Fault[] = [];
  for (const type of types) {
    const made = makeOfType(type, { parts, ...options });
    if (made.kind === 'made') return made;
    faults.push(made);
  }
  return joinFaults(faults) ?? notFound('no value was found', options.place);
}

interface Flat extends FlatOptions {
  readonly parts: readonly Keywords[];
}

function listsOf(part: Keywords): readonly (readonly unknown[])[] {
  return [...('const' in part ? [[part.const]] : []), ...(Array.isArray(part.enum) ? [part.enum] : [])];
}

function pickListed(
  list: readonly unknown[],
  { parts, goals, place, maker, reason }: Flat & { readonly reason: string },
): Made {
  const fitting = list.filter((value) => maker.findViolation(value, [...goals, ...parts]) === undefined);
  if (fitting.length === 0) return impossible(reason, place);
  return { kind: 'made', value: fitting[maker.choice.index(fitting.length)] };
}

const OBJECT_KEYWORDS = [
  ...['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'],
  ...['minProperties', 'maxProperties', 'dependentRequired'],
];
const KINDS: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ['object', OBJECT_KEYWORDS],
  ['array', ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['minLength', 'maxLength', 'pattern', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];
const OTHER_TYPES = ['string', 'integer', 'boolean', 'object', 'array', 'null'];

/** The types that all schemas allow, in the order in which they are tried. */
function listTypes(parts: readonly Keywords[], { choice }: Maker): readonly string[] {
  const declared = parts.filter(({ type }) => type !== undefined).map((part) => stringsOf([part], 'type'));
  const [first, ...others] = declared;
  if (!first) {
    const hinted = KINDS.filter(([, keywords]) => parts.some((part) => keywords.some((one) => one in part)));
    return [...new Set([...hinted.map(([type]) => type), ...OTHER_TYPES])];
  }
  const widened = first.flatMap((type) => (type === 'number' ? ['number', 'integer'] : [type]));
  const common = [...new Set(widened)].filter((type) =>
    others.every((other) => other.includes(type) || (type === 'integer' && other.includes('number'))),
  );
  const types = common.includes('number') ? common.filter((type) => type !== 'integer') : common;
  const offset = choice.index(types.length);
  const turned = [...types.slice(offset), ...types.slice(0, offset)];
  return choice.index(4) === 0 ? turned : turned.sort((one, other) => rankOf(one) - rankOf(other));
}

function rankOf(type: string): number {
  return type === 'null' ? 1 : 0;
}

function makeOfType(type: string, flat: Flat): Made {
  const { parts, place, maker } = flat;
  const contradiction = findContradiction(type, parts);
  if (contradiction !== undefined) return impossible(contradiction, place);
  switch (type) {
    case 'object':
      return makeInModes((mode) => makeObject(parts, { place, mode, maker }), flat);
    case 'array':
      return makeInModes((mode) => makeArray(parts, { place, mode, maker }), flat);
    case 'string':
      return firstFitting(drawStrings(parts, maker), { flat, type });
    case 'number':
    case 'integer':
      return firstFitting(drawNumbers(parts, { choice: maker.choice, isInteger: type === 'integer' }), {
        flat,
        type,
      });
    case 'boolean':
      return pickListed([true, false], { ...flat, reason: 'no value of type "boolean" fits' });
    default:
      return pickListed([null], { ...flat, reason: 'no value of type "null" fits' });
  }
}

/**
 * The first value that fits; one that does not is made again with more or fewer optional parts. If a part cannot be
 * made, only other positions for the entries that `contains` requires would make a difference.
 */
function makeInModes(make: (mode: Mode) => Made, { parts, goals, place, maker, modes }: Flat): Made {
  let fault: Fault | undefined;
  const hasChoice = parts.some(({ contains }) => contains !== undefined);
  for (const mode of modes) {
    const made = make(mode);
    if (made.kind === 'none') {
      if (made.isCertain || !hasChoice) return made;
      fault = made;
      continue;
    }
    const violation = maker.findViolation(made.value, goals);
    if (violation === undefined) return made;
    fault ??= notFound(`no value was found that meets ${violation}`, place);
  }
  return fault ?? notFound('no value was found', place);
}

/** Maximum number of values of a type that are tried at one place. */
const MOST_TRIES = 200;

/** The first value that fits. A generator that returns `true` has yielded all possible values. */
function firstFitting(
  values: Iterator<unknown, boolean>,
  { flat, type }: { readonly flat: Flat; readonly type: string },
): Made {
  const { goals, place, maker, parts } = flat;
  let violation: string | undefined;
  for (let left = MOST_TRIES; left > 0; left -= 1) {
    const { done, value } = values.next();
    if (done && value) return impossible(`no ${type} meets ${describeLimits(parts, type, violation)}`, place);
    if (done) break;
    violation = maker.findViolation(value, goals);
    if (violation === undefined) return { kind: 'made', value };
  }
  return notFound(`no ${type} was found that meets ${describeLimits(parts, type, violation)}`, place);
}

/** The limits of a type, or the keyword that excludes what they allow. */
function describeLimits(parts: readonly Keywords[], type: string, violation: string | undefined): string {
  const [, keywords = []] = KINDS.find(([kind]) => kind === (type === 'integer' ? 'number' : type)) ?? [];
  const limits = keywords.flatMap((keyword) =>
    parts.flatMap((part) => (part[keyword] === undefined ? [] : [`${keyword} ${quote(part[keyword])}`])),
  );
  return (limits.length > 0 ? limits : [violation ?? 'its keywords']).join(' and ');
}
