import { BACKSLASH, readUnit } from './scan-body.ts';

/** The characters of the escapes of two bytes, by their letter. */
const shortEscapes = new Uint8Array(256);
for (const letter of '"\\/bfnrt')
  shortEscapes[letter.charCodeAt(0)] = String(JSON.parse(`"\\${letter}"`)).charCodeAt(0);

const LETTER_U = 0x75;

/** The first characters of a JSON string without its escapes, up to one that is not ASCII. */
export function readStart(bytes: Uint8Array, [start, end]: readonly [number, number], most: number): string {
  let text = '';
  for (let at = start; at < end && text.length < most; at += lengthAt(bytes, at)) {
    const character = characterAt(bytes, at);
    if (character === 0) break;
    text += String.fromCharCode(character);
  }
  return text;
}

/** The length of a JSON string without its escapes; undefined for one that is not ASCII, or not valid: it is left to the parser. */
export function plainLength(bytes: Uint8Array, start: number, end: number): number | undefined {
  let length = 0;
  for (let at = start; at < end; at += lengthAt(bytes, at)) {
    if (characterAt(bytes, at) === 0) return undefined;
    length += 1;
  }
  return length;
}

/** Unescapes a JSON string in place, if it has a plain length. */
export function removeEscapes(bytes: Uint8Array, start: number, end: number): void {
  let written = start;
  for (let at = start; at < end; written += 1) {
    const length = lengthAt(bytes, at); // before it is overwritten
    bytes[written] = characterAt(bytes, at);
    at += length;
  }
}

/** The ASCII character at a position, unescaped; 0 for any other, for what is not valid, and for U+0000, which is refused. */
function characterAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  if (byte !== BACKSLASH) return byte >= 0x20 && byte <= 0x7e ? byte : 0;
  const letter = bytes[at + 1] ?? 0;
  if (letter !== LETTER_U) return shortEscapes[letter] ?? 0;
  const unit = readUnit(bytes, at);
  return unit < 0x80 ? unit : 0;
}

function lengthAt(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== BACKSLASH) return 1;
  return bytes[at + 1] === LETTER_U ? 6 : 2;
}
