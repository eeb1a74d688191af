import { isObject, type Json } from '../suite/json.ts';
import type { Tell } from './tell.ts';

/** Where an actual value differs from an expected subset: one line each. Members that are not expected do not matter; lists are compared by index. */
export function subsetFaults(
  expected: Json | undefined,
  actual: unknown,
  { tell, pointer = '' }: { readonly tell: Tell; readonly pointer?: string },
): readonly string[] {
  const fault = (): string => `${pointer || 'body'} is ${tell(actual)}, not ${tell(expected)}`;
  const below = (name: string | number) => ({ tell, pointer: `${pointer}/${name}` });
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
