const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Whether a JSON text has at most so many bytes besides the contents of its strings. A body may be long because its texts
 * and data URIs are; brackets and numbers cost a hundred times their length to read.
 */
export function isWithinStructure(bytes: Uint8Array, most: number): boolean {
  if (bytes.length <= most) return true;
  let structure = 0;
  let isInString = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (isInString) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) isInString = false;
    } else {
      structure += 1;
      if (structure > most) return false;
      isInString = byte === QUOTE;
    }
  }
  return true;
}
