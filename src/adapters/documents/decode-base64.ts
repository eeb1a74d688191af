const ALPHABET = /^[A-Za-z0-9+/]*={0,2}$/;
const STEP = 65_536;

/** The bytes of a padded base64 text; undefined for invalid characters. */
export function decodeBase64(text: Uint8Array): Uint8Array | undefined {
  const letters = Buffer.from(text.buffer, text.byteOffset, text.length).toString('latin1');
  // In chunks, which keeps the regular expression engine from walking one huge string at once; the padding is at the end.
  for (let start = 0; start < letters.length; start += STEP) {
    const piece = letters.slice(start, start + STEP);
    const isLast = start + STEP >= letters.length;
    if (!ALPHABET.test(piece) || (!isLast && piece.endsWith('='))) return undefined;
  }
  return Buffer.from(letters, 'base64');
}
