import { policies } from '../../../generated/policies.ts';
import { memberOf } from '../../contract/violations/pointer.ts';
import type { Violation } from '../../contract/violations/violation.ts';

/** The violation of a list with too many messages and parts to validate one by one. */
export function tooManyParts(body: object, field: string): Violation | undefined {
  const value = memberOf(body, field);
  const { max_parts: max } = policies.text;
  const count = countParts(value, max);
  const message = `${field} must have at most ${max} entries, content parts included; got ${count}`;
  return count > max ? { path: `/${field}`, rule: 'maxItems', message } : undefined;
}

function countParts(value: unknown, max: number): number {
  if (!Array.isArray(value) || value.length > max) return Array.isArray(value) ? value.length : 0;
  return value.reduce<number>((sum, item: unknown) => {
    const content = memberOf(item, 'content');
    return sum + (Array.isArray(content) ? content.length : 0);
  }, value.length);
}
