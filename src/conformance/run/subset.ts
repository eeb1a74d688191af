import { isObject, type Json } from '../suite/json.ts';

/** Where an actual value differs from an expected subset: one line each. Members that are not expected do not matter; lists are compared by index. */
export function subsetFaults(expected: Json | undefined, actual: unknown, pointer = ''): readonly string[] {
  if (expected === undefined) return [];
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [fault(pointer, expected, actual)];
    return expected.flatMap((item: Json, index) => subsetFaults(item, actual[index], `${pointer}/${index}`));
  }
  if (!isObject(expected)) return Object.is(expected, actual) ? [] : [fault(pointer, expected, actual)];
  if (!isObject(actual)) return [fault(pointer, expected, actual)];
  return Object.entries(expected).flatMap(([name, member]) =>
    subsetFaults(member, actual[name], `${pointer}/${name}`),
  );
}

const LONGEST = 200;

function fault(pointer: string, expected: unknown, actual: unknown): string {
  return `${pointer || 'body'} is ${abridge(actual)}, not ${abridge(expected)}`;
}

/** A value as JSON, shortened for people. */
export function abridge(value: unknown): string {
  const text =
    value === undefined
      ? 'absent'
      : (JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? Number(member) : member)) ??
        'absent');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}
