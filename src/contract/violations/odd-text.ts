import { policies } from '../../../generated/policies.ts';
import { memberPointer, nameOf } from './pointer.ts';
import type { Violation } from './violation.ts';

const { max_pointer_characters: LONGEST_PATH } = policies.wording;

/** Members whose unsupported values count as absent, and never fail a submission (section 6). */
const LENIENT = ['webhook', 'language'];

/** Whether a text contains what databases and other programs cannot represent: U+0000 or a lone surrogate. */
export function isOddText(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

/** The first such text in a JSON value, member names included. */
export function findOddText(value: unknown, path = ''): Violation | undefined {
  if (typeof value === 'string') return isOddText(value) ? oddText(path, nameOf(path)) : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (isOddText(name)) return oddText(path, `the name of a member of ${nameOf(path)}`);
    const inner = memberPointer(path, name);
    const odd = findOddText(member, inner.length > LONGEST_PATH ? path : inner);
    if (odd) return odd;
  }
  return undefined;
}

/** A body without those of its lenient members that contain such a text. */
export function withoutOddMembers(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const kept = Object.entries(body).filter(
    ([name, member]) => !LENIENT.includes(name) || !findOddText(member),
  );
  return Object.fromEntries(kept);
}

/** The violation for such a text. */
export function oddText(path: string, what: string): Violation {
  const message = `${what} must not contain U+0000 or unpaired surrogates`;
  return { path, rule: 'text', message };
}
