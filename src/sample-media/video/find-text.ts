/** The position of a short text of ASCII characters in bytes; -1 when it is not there. */
export function findText(bytes: Uint8Array, text: string): number {
  const [first = 0, ...rest] = new TextEncoder().encode(text);
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (rest.every((byte, index) => bytes[at + 1 + index] === byte)) return at;
  }
  return -1;
}
