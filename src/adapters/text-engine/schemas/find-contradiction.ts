import { type Keywords, numbersOf } from './schema-parts.ts';

const LIMITS: Readonly<Record<string, readonly (readonly [least: string, most: string])[]>> = {
  object: [['minProperties', 'maxProperties']],
  array: [['minItems', 'maxItems']],
  string: [['minLength', 'maxLength']],
  number: [
    ['minimum', 'maximum'],
    ['exclusiveMinimum', 'maximum'],
    ['minimum', 'exclusiveMaximum'],
    ['exclusiveMinimum', 'exclusiveMaximum'],
  ],
};

/** Two limits that exclude every value of a type; undefined if there are none. */
export function findContradiction(type: string, parts: readonly Keywords[]): string | undefined {
  for (const [least, most] of LIMITS[type === 'integer' ? 'number' : type] ?? []) {
    const low = Math.max(...numbersOf(parts, least));
    const high = Math.min(...numbersOf(parts, most));
    if (low > high) return `${least} (${low}) exceeds ${most} (${high})`;
    if (low === high && (least + most).includes('exclusive'))
      return `${least} is ${low}, and ${most} is the same`;
  }
  return undefined;
}
