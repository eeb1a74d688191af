import { BACKSLASH, BYTES_BEFORE_SEARCH, QUOTE, searchFor } from './scan-body.ts';

/**
 * Counts the bytes of a JSON text outside of its strings while it is received, part by part; false as soon as there are more than
 * allowed. Finds no syntax errors.
 */
export function createStructureCount(maxBytes: number): (part: Uint8Array) => boolean {
  let count = 0;
  let isInString = false;
  let escaped = 0;
  return (part) => {
    const nextQuote = searchFor(part, QUOTE);
    const nextBackslash = searchFor(part, BACKSLASH);
    let plain = 0;
    let index = escaped;
    while (index < part.length) {
      const byte = part[index];
      if (byte === QUOTE || !isInString) {
        count += 1;
        if (count > maxBytes) return false;
        if (byte === QUOTE) isInString = !isInString;
        plain = 0;
        index += 1;
      } else if (byte === BACKSLASH) {
        plain = 0;
        index += 2;
      } else if (plain < BYTES_BEFORE_SEARCH) {
        plain += 1;
        index += 1;
      } else {
        plain = 0;
        index = Math.min(nextQuote(index), nextBackslash(index));
      }
    }
    // A backslash at the end of a part escapes the first byte of the next one.
    escaped = index - part.length;
    return true;
  };
}
