import { LONGEST_TEXT } from './canonical-json.ts';
import { createStringScan } from './scan-body.ts';

/** A data URI that was taken out of a JSON text, where a short text stands for it. */
export interface TakenData {
  /** What stands for it: the head of the URI, and its digest. No data can look like that. */
  readonly name: string;
  /** SHA-256 of the whole URI, hexadecimal. */
  readonly digest: string;
  /** Where the URI lies in the bytes of the text, free of escapes. */
  readonly start: number;
  readonly end: number;
}

/** What is taken out, and how one is told from another. */
export interface TakeOutOptions {
  /** Members of the body whose lists hold data URIs. */
  readonly dataFields: readonly string[];
  readonly sha256: (bytes: Uint8Array) => string;
}

const LONGEST_HEAD = 100;
const LONGEST_NAME = 64;
const QUOTE = 0x22;

const utf8 = new TextDecoder();
const encoder = new TextEncoder();

/**
 * Takes the long data URIs out of a JSON text, so that the rest is short enough to be parsed, checked and kept. Where a URI has
 * escapes, the bytes of the text are rewritten.
 */
export function takeOutData(
  bytes: Uint8Array,
  { dataFields, sha256 }: TakeOutOptions,
): { readonly rest: Uint8Array; readonly taken: readonly TakenData[] } {
  const taken: TakenData[] = [];
  const pieces: Uint8Array[] = [];
  let from = 0;
  const strings = dataFields.length > 0 && bytes.length > LONGEST_TEXT ? findStrings(bytes, dataFields) : [];
  for (const [start, closing] of strings) {
    const end = isLongUri(bytes, start, closing) ? removeEscapes(bytes, start, closing) : undefined;
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

/** Where the contents of the strings begin and end that are items of a list in one of the fields. */
function* findStrings(bytes: Uint8Array, fields: readonly string[]): Generator<readonly [number, number]> {
  const strings = createStringScan(bytes);
  let depth = 0;
  let name = '';
  let isInList = false;
  for (let index = 0; index < bytes.length; index += 1) {
    switch (bytes[index]) {
      case QUOTE: {
        const [start, end] = [index + 1, strings.endOf(index + 1)];
        // The last text before a list is the name of its member.
        if (depth === 1) name = end - start > LONGEST_NAME ? '' : utf8.decode(bytes.subarray(start, end));
        else if (depth === 2 && isInList) yield [start, end];
        index = end;
        break;
      }
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth === 2) isInList = bytes[index] === 0x5b && fields.includes(name);
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
    }
  }
}

function isLongUri(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start > LONGEST_TEXT && /^data:$/i.test(utf8.decode(bytes.subarray(start, start + 5)));
}

/** Everything before the data, the comma included. */
function readHead(bytes: Uint8Array, start: number): string | undefined {
  return /^[^,]*,/.exec(utf8.decode(bytes.subarray(start, start + LONGEST_HEAD)))?.[0];
}

const BACKSLASH = 0x5c;
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

/** Rewrites a string without its escapes; returns its new end. Undefined, and nothing rewritten, when they stand for more than ASCII or hide that it is short. */
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

/** The ASCII character of an escape. */
function readEscape(text: Uint8Array, at: number): number | undefined {
  if (text[at + 1] !== 0x75) return simpleEscapes.get(text[at + 1] ?? 0);
  const digits = utf8.decode(text.subarray(at + 2, at + 6));
  const unit = /^00[0-7][\da-f]$/i.test(digits) ? Number.parseInt(digits, 16) : undefined;
  return unit;
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
