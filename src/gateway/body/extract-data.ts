import { policies } from '../../../generated/policies.ts';
import { LONGEST_TEXT } from './canonical-json.ts';
import { plainLength, readStart, removeEscapes } from './plain-text.ts';
import { createStringScan, QUOTE } from './scan-body.ts';

/** A data URI extracted from a JSON text and replaced by a placeholder. */
export interface ExtractedData {
  /**
   * The placeholder: the beginning of the URI, as far as patterns examine and messages quote it, and a digest of the URI and of all
   * the rest of the text. So no other string of the text can be equal to it.
   */
  readonly name: string;
  /** What is stored in its place: the same beginning, and the digest of the URI. */
  readonly label: string;
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
const HEAD = new RegExp(`^data:[^,]{0,${LONGEST_HEAD - 'data:,'.length}},`, 'i');
/** Characters of the data that tell a PDF. */
const MARK_LENGTH = 6;
const LONGEST_NAME = 64;

/** A data URI in the bytes of a text. */
interface Found extends Pick<ExtractedData, 'digest' | 'start' | 'end'> {
  readonly head: string;
  /** The end of its string before it was unescaped. */
  readonly closing: number;
}

const utf8 = new TextDecoder();
const encoder = new TextEncoder();

/**
 * Extracts the long data URIs from a JSON text, so that the rest is short enough to be parsed, validated and stored. Where a URI that is
 * extracted has escapes, its bytes are rewritten; all others stay as they are.
 */
export function extractData(
  bytes: Uint8Array,
  { dataFields, dataMembers, sha256 }: ExtractOptions,
): { readonly rest: Uint8Array; readonly taken: readonly ExtractedData[] } {
  if (bytes.length <= LONGEST_TEXT) return { rest: bytes, taken: NONE };
  if (dataFields.length + dataMembers.length === 0) return { rest: bytes, taken: NONE };
  const found: Found[] = [];
  for (const [start, closing] of findStrings(bytes, dataFields, dataMembers)) {
    const head = readHead(readStart(bytes, [start, closing], LONGEST_HEAD + MARK_LENGTH));
    const length = head && plainLength(bytes, start, closing);
    if (!head || !length || length <= LONGEST_TEXT) continue;
    const end = start + length;
    if (end < closing) removeEscapes(bytes, start, closing);
    found.push({ head, digest: sha256(bytes.subarray(start, end)), start, end, closing });
  }
  return found.length > 0 ? replaceAll(bytes, found, sha256) : { rest: bytes, taken: NONE };
}

/** Puts the labels in the place of the URIs, then makes them names: these depend on all of the rest. */
function replaceAll(
  bytes: Uint8Array,
  found: readonly Found[],
  sha256: ExtractOptions['sha256'],
): { readonly rest: Uint8Array; readonly taken: readonly ExtractedData[] } {
  const pieces: Uint8Array[] = [];
  const ends: number[] = [];
  let from = 0;
  let length = 0;
  for (const { head, digest, start, closing } of found) {
    const label = encoder.encode(JSON.stringify(labelOf(head, digest)).slice(1, -1));
    pieces.push(bytes.subarray(from, start), label);
    length += start - from + label.length;
    ends.push(length);
    from = closing;
  }
  const rest = concat([...pieces, bytes.subarray(from)]);
  const seal = sha256(rest);
  const taken = found.map(({ head, digest, start, end }, index) => {
    const sealed = sha256(encoder.encode(seal + digest));
    rest.set(encoder.encode(sealed), (ends[index] ?? 0) - sealed.length);
    return { name: labelOf(head, sealed), label: labelOf(head, digest), digest, start, end };
  });
  return { rest, taken };
}

function labelOf(head: string, digest: string): string {
  return `${head}sha256:${digest}`;
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
    }
  }
}

function readName(bytes: Uint8Array, [start, end]: readonly [number, number]): string {
  return end - start > LONGEST_NAME ? '' : utf8.decode(bytes.subarray(start, end));
}

/**
 * What precedes the data, including the comma, and as much of the data as patterns examine and messages quote;
 * undefined for what is not a data URI.
 */
function readHead(text: string): string | undefined {
  const head = HEAD.exec(text)?.[0];
  return head && text.slice(0, Math.max(head.length + MARK_LENGTH, policies.wording.max_quote_characters));
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
