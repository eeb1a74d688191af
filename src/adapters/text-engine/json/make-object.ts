import { memberPointer } from '../../../contract/violations/pointer.ts';
import { readMembers } from '../schemas/read-members.ts';
import { type Keywords, numbersOf, schemasOf } from '../schemas/schema-parts.ts';
import { drawNames } from './draw-names.ts';
import { type Fault, impossible, type Made, type MakeOptions, notFound } from './maker.ts';

/** Number of members in an object with arbitrary names. */
const USUAL_COUNT = 2;
/** Maximum number of names that may be tried in vain. */
const SPARE_NAMES = 20;

/** Makes an object for the keywords of all schemas. */
export function makeObject(parts: readonly Keywords[], { place, mode, maker }: MakeOptions): Made {
  const members = readMembers(parts);
  const least = Math.max(0, ...numbersOf(parts, 'minProperties'));
  const most = Math.min(...numbersOf(parts, 'maxProperties'));
  maker.checkCount(least);
  const required = members.withDependents(members.required);
  if (required.size > most) return impossible('more members are required than maxProperties allows', place);
  const value = new Map<string, unknown>();
  const add = (name: string): Fault | undefined => {
    const names = schemasOf(parts, 'propertyNames');
    const pointer = memberPointer(place.pointer, name);
    const inner = { ...place, pointer, depth: place.depth + 1 };
    if (maker.findViolation(name, names) !== undefined)
      return impossible('propertyNames does not allow the name', inner);
    maker.countApplied(parts.length);
    const made = maker.make(members.goalsFor(name), inner);
    if (made.kind === 'none') return made;
    value.set(name, made.value);
    return undefined;
  };
  for (const name of required) {
    const fault = add(name);
    if (fault) return fault;
  }
  /** Whether the members that could not be added are certain to be impossible. */
  let isSure = true;
  /** Adds an optional member and those that it depends on, if they fit. */
  const addOptional = (name: string): void => {
    const names = [...members.withDependents([name])].filter((one) => !value.has(one));
    if (names.length === 0 || value.size + names.length > most) return;
    for (const one of names) {
      const fault = add(one);
      if (!fault) continue;
      isSure &&= fault.isCertain;
      for (const added of names) value.delete(added);
      return;
    }
  };
  for (const name of members.known)
    if (mode === 'full' || (mode === 'some' && maker.choice.index(2) === 0)) addOptional(name);
  const count = Math.max(least, Math.min(most, mode !== 'least' && members.isMap ? USUAL_COUNT : 0));
  for (const name of members.known) if (value.size < count) addOptional(name);
  const names = drawNames(parts, { maker, place, taken: value });
  let areAllTried = members.isClosed;
  for (let left = 2 * count + SPARE_NAMES; left > 0 && value.size < count; left -= 1) {
    const { done, value: name } = names.next();
    if (done) {
      areAllTried ||= name;
      break;
    }
    addOptional(name);
  }
  if (value.size < least) {
    const reason = `only ${value.size} of the ${least} members that minProperties asks for were found`;
    return areAllTried && isSure ? impossible(reason, place) : notFound(reason, place);
  }
  return { kind: 'made', value: inOrder(value, members.known) };
}

/** The members in the order of the schema. */
function inOrder(value: ReadonlyMap<string, unknown>, known: readonly string[]): object {
  const names = new Set([...known.filter((name) => value.has(name)), ...value.keys()]);
  return Object.fromEntries([...names].map((name) => [name, value.get(name)]));
}
