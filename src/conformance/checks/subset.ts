import { isObject, type Json } from '../suite/json.ts';
import type { FormatValue } from './value-formatter.ts';

/** Where a value differs from an expected subset, one line for each difference. Other members do not matter; lists are compared by index. */
export function subsetFaults(
  expected: Json | undefined,
  actual: unknown,
  { format, pointer = '' }: { readonly format: FormatValue; readonly pointer?: string },
): readonly string[] {
  const fault = (): string => `${pointer || 'body'} is ${format(actual)}, not ${format(expected)}`;
  const below = (name: string | number) => ({ format, pointer: `${pointer}/${name}` });
  if (expected === undefined) return [];
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [fault()];
    return expected.flatMap((item: Json, index) => subsetFaults(item, actual[index], below(index)));
  }
  if (!isObject(expected)) return Object.is(expected, actual) ? [] : [fault()];
  if (!isObject(actual)) return [fault()];
  return Object.entries(expected).flatMap(([name, member]) =>
    subsetFaults(member, actual[name], below(name)),
  );
}
