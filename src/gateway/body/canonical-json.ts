import type { Digest } from '../ports/digest.ts';

/**
 * A JSON value as text by the JSON Canonicalization Scheme (RFC 8785): values that mean the same give the same text.
 * `writeText` writes strings. A number beyond the doubles, which the scheme does not have, is written as `Infinity`.
 */
export function toCanonicalJson(
  value: unknown,
  writeText: (text: string) => string = JSON.stringify,
): string {
  if (typeof value === 'string') return writeText(value);
  if (Array.isArray(value)) return `[${value.map((item) => toCanonicalJson(item, writeText)).join()}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1)) // by UTF-16 units, as the scheme wants it
    .map(([name, member]) => `${writeText(name)}:${toCanonicalJson(member, writeText)}`);
  return `{${members.join()}}`;
}

/** Longer strings enter the digest of a value by their own: data URIs are hashed as they are, not copied and escaped first. */
export const LONGEST_TEXT = 4096;

/**
 * A digest that two JSON values share when they mean the same. `digestOfTaken` knows the texts that only have a name in the value.
 * Pure, so that a thread can do it.
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
