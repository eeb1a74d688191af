import * as policies from '../../generated/policy-sections.ts';

const { max_quote_characters: LONGEST_QUOTE } = policies.wording;

/** A value as JSON for a message, truncated, so that a data URI is never repeated as a whole. */
export function quote(value: unknown): string {
  if (typeof value === 'string' && value.length > LONGEST_QUOTE)
    return `${JSON.stringify(value.slice(0, LONGEST_QUOTE))}...`;
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number that is too large';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  return JSON.stringify(value) ?? 'nothing';
}
