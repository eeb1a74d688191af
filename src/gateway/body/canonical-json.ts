import type { Digest } from '../ports/digest.ts';

/**
 * A JSON value in the JSON Canonicalization Scheme (RFC 8785): equal values give the same text.
 * `writeText` writes strings. A number beyond the range of doubles, which the scheme does not have, is written as `Infinity`.
 */
export function toCanonicalJson(
  value: unknown,
  writeText: (text: string) => string = JSON.stringify,
): string {
  if (typeof value === 'string') return writeText(value);
  if (Array.isArray(value)) return `[${value.map((item) => toCanonicalJson(item, writeText)).join()}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1)) // by UTF-16 units, as the scheme requires
    .map(([name, member]) => `${writeText(name)}:${toCanonicalJson(member, writeText)}`);
  return `{${members.join()}}`;
}

/**
 * Longer strings are represented in the digest of a value by their own digest: data URIs are hashed, not copied and
 * escaped first.
 */
export const LONGEST_TEXT = 4096;

/**
 * A digest that two JSON values share when they are equal. `digestOfTaken` gives the digest of an extracted string by
 * its placeholder. Pure, so that a worker thread can run it.
 */
export function digestOfMeaning(
  value: unknown,
  digest: Digest,
  digestOfTaken: (name: string) => string | undefined = () => undefined,
): string {
  const writeText = (text: string) => {
    const long = text.length > LONGEST_TEXT ? digest.sha256(text) : digestOfTaken(text);
    return long === undefined ? JSON.stringify(text) : `#${long}`;
  };
  return digest.sha256(toCanonicalJson(value, writeText));
}
