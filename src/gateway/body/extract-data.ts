import { policies } from '../../../generated/policies.ts';
import { LONGEST_TEXT } from './canonical-json.ts';
import { BACKSLASH, createStringScan, QUOTE } from './scan-body.ts';

/** A data URI extracted from a JSON text and replaced by a short placeholder. */
export interface ExtractedData {
  /**
   * The placeholder: the beginning of the URI, as far as patterns examine and messages quote it, and its digest. No
   * actual data can look like that.
   */
  readonly name: string;
  /** SHA-256 of the whole URI, hexadecimal. */
  readonly digest: string;
  /** Position of the URI in the bytes of the text, unescaped. */
  readonly start: number;
  readonly end: number;
}

export interface ExtractOptions {
  /** Members of the body whose lists contain data URIs. */
  readonly dataFields: readonly string[];
  /** Members of any object in the body that may be data URIs. */
  readonly dataMembers: readonly string[];
  readonly sha256: (bytes: Uint8Array) => string;
}

const NONE: readonly ExtractedData[] = Object.freeze([]);
/** The longest head of a data URI that is extracted. */
const LONGEST_HEAD = 100;
/** Characters of the data that tell a PDF. */
const MARK_LENGTH = 6;
const LONGEST_NAME = 64;

const utf8 = new TextDecoder();
const encoder = new TextEncoder();

/**
 * Extracts the long data URIs from a JSON text, so that the rest is short enough to be parsed, validated and stored. Where a URI has
 * escapes, the bytes of the text are rewritten.
 */
export function extractData(
  bytes: Uint8Array,
  { dataFields, dataMembers, sha256 }: ExtractOptions,
): { readonly rest: Uint8Array; readonly taken: readonly ExtractedData[] } {
  if (bytes.length <= LONGEST_TEXT) return { rest: bytes, taken: NONE };
  if (dataFields.length + dataMembers.length === 0) return { rest: bytes, taken: NONE };
  const taken: ExtractedData[] = [];
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const [start, closing] of findStrings(bytes, dataFields, dataMembers)) {
    const end = isPlain(bytes, start, closing) ? removeEscapes(bytes, start, closing) : undefined;
    const head = end === undefined ? undefined : readHead(bytes, start);
    if (end === undefined || head === undefined) continue;
    const digest = sha256(bytes.subarray(start, end));
    const name = `${head}sha256:${digest}`;
    taken.push({ name, digest, start, end });
    pieces.push(bytes.subarray(from, start), encoder.encode(JSON.stringify(name).slice(1, -1)));
    from = closing;
  }
  return { rest: taken.length > 0 ? concat([...pieces, bytes.subarray(from)]) : bytes, taken };
}

/**
 * The start and end of each long string that is an item of a list in one of the fields, or a member with one of the
 * names.
 */
function* findStrings(
  bytes: Uint8Array,
  fields: readonly string[],
  members: readonly string[],
): Generator<readonly [number, number]> {
  const strings = createStringScan(bytes);
  let depth = 0;
  let last: readonly [number, number] = [0, 0];
  let isInList = false;
  let isValue = false;
  for (let index = 0; index < bytes.length; index += 1) {
    switch (bytes[index]) {
      case QUOTE: {
        const [start, end] = [index + 1, strings.endOf(index + 1)];
        if (end - start > LONGEST_TEXT) {
          const isMember = isValue && members.includes(readName(bytes, last));
          if (isMember || (depth === 2 && isInList)) yield [start, end];
        }
        // The last string before a list or a colon is the name of its member.
        last = [start, end];
        index = end;
        break;
      }
      case 0x3a: // :
        isValue = true;
        break;
      case 0x2c: // ,
        isValue = false;
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth === 2)
          isInList = bytes[index] === 0x5b && isValue && fields.includes(readName(bytes, last));
        isValue = false;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        isValue = false;
    }
  }
}

function readName(bytes: Uint8Array, [start, end]: readonly [number, number]): string {
  return end - start > LONGEST_NAME ? '' : utf8.decode(bytes.subarray(start, end));
}

/** Anything that is not ASCII, or not valid JSON, is left to the parser. */
function isPlain(bytes: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte < 0x20 || byte > 0x7e) return false;
  }
  return true;
}

/**
 * What precedes the data, including the comma, and as much of the data as patterns examine and messages quote;
 * undefined for what is not a data URI.
 */
function readHead(bytes: Uint8Array, start: number): string | undefined {
  const text = utf8.decode(bytes.subarray(start, start + LONGEST_HEAD + MARK_LENGTH));
  const head = /^data:[^,]{0,94},/i.exec(text)?.[0];
  return head && text.slice(0, Math.max(head.length + MARK_LENGTH, policies.wording.max_quote_characters));
}

const simpleEscapes: ReadonlyMap<number, number> = new Map([
  [0x22, 0x22],
  [0x5c, 0x5c],
  [0x2f, 0x2f],
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
]);

/**
 * Unescapes a string in place and returns its new end; changes nothing and returns undefined if it has non-ASCII
 * escapes or is short once unescaped.
 */
function removeEscapes(bytes: Uint8Array, start: number, end: number): number | undefined {
  const text = bytes.subarray(start, end);
  const first = text.indexOf(BACKSLASH);
  if (first < 0) return end;
  let length = text.length;
  for (let at = first; at >= 0; at = text.indexOf(BACKSLASH, at + lengthOfEscape(text, at))) {
    if (readEscape(text, at) === undefined) return undefined;
    length -= lengthOfEscape(text, at) - 1;
  }
  if (length <= LONGEST_TEXT) return undefined;
  let written = first;
  for (let at = first; at >= 0; ) {
    text[written] = readEscape(text, at) ?? 0;
    written += 1;
    const rest = at + lengthOfEscape(text, at);
    at = text.indexOf(BACKSLASH, rest);
    const until = at < 0 ? text.length : at;
    text.copyWithin(written, rest, until);
    written += until - rest;
  }
  return start + written;
}

function lengthOfEscape(text: Uint8Array, at: number): number {
  return text[at + 1] === 0x75 ? 6 : 2;
}

/** The ASCII character of an escape; undefined for U+0000, which is refused. */
function readEscape(text: Uint8Array, at: number): number | undefined {
  if (text[at + 1] !== 0x75) return simpleEscapes.get(text[at + 1] ?? 0);
  const digits = utf8.decode(text.subarray(at + 2, at + 6));
  return (/^00[0-7][\da-f]$/i.test(digits) && Number.parseInt(digits, 16)) || undefined;
}

function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}
