/** The parts of a `data:` URI that are known before it is decoded. */
export type DataUriRead =
  /** Its media type in lower case, and where its data starts. */
  | { readonly kind: 'data'; readonly mediaType: string; readonly start: number }
  | { readonly kind: 'too_large'; readonly maxBytes: number; readonly bytes: number }
  | { readonly kind: 'malformed'; readonly reason: string };

const HEAD = /^data:([a-z]+\/[a-z0-9][a-z0-9.+-]*);base64,/i;
/** The longest prefix worth parsing: no media type is longer. */
const LONGEST_HEAD = 100;
const ALPHABET = /^[A-Za-z0-9+/]*$/;
/** Characters that are checked when the data has a wrong length: data that is not base64 shows at once. */
const START = 1000;
/** Checked in pieces, so that the regular expression never runs over one huge string. */
const PIECE = 65_536;

/** Why data that is not base64 is refused. */
export const NOT_BASE64 = 'the base64 data has characters outside A-Z, a-z, 0-9, + and /';

/** Whether an address is a `data:` URI of any form. */
export function isDataUri(address: string): boolean {
  return /^data:/i.test(address);
}

/** The head of `data:<media type>;base64,`, in any case, and its media type in lower case; undefined for any other address. */
export function readDataHead(
  address: string | Uint8Array,
): readonly [head: string, mediaType: string] | undefined {
  const [head, mediaType] = HEAD.exec(textOf(address, 0, LONGEST_HEAD)) ?? [];
  return head === undefined || mediaType === undefined ? undefined : [head, mediaType.toLowerCase()];
}

/**
 * Reads `data:<media type>;base64,<data>` with one of these types (sections 4.4.1 to 4.4.3 and 4.5); undefined for
 * any other address. The size of the data is known before it is decoded: length and padding must be exact. `isBase64`
 * checks the characters.
 */
export function readDataUri(
  address: string | Uint8Array,
  { types, maxBytes }: { readonly types: RegExp; readonly maxBytes: number },
): DataUriRead | undefined {
  const [head, mediaType] = readDataHead(address) ?? ['', ''];
  if (!types.test(mediaType)) return undefined;
  const size = address.length - head.length;
  if (size === 0) return { kind: 'malformed', reason: 'the data URI carries no data' };
  if (size % 4 !== 0) {
    const beginning = textOf(address, head.length, head.length + START).replace(/={1,2}$/, '');
    const reason = ALPHABET.test(beginning)
      ? 'the base64 data must be padded to a multiple of 4 characters'
      : NOT_BASE64;
    return { kind: 'malformed', reason };
  }
  const bytes = (size / 4) * 3 - paddingOf(textOf(address, address.length - 2, address.length));
  if (bytes > maxBytes) return { kind: 'too_large', maxBytes, bytes };
  return { kind: 'data', mediaType, start: head.length };
}

/** Whether data consists of base64 characters only, with padding at the end. */
export function isBase64(data: string): boolean {
  const end = data.length - paddingOf(data);
  for (let start = 0; start < end; start += PIECE) {
    if (!ALPHABET.test(data.slice(start, Math.min(start + PIECE, end)))) return false;
  }
  return true;
}

function paddingOf(data: string): number {
  return data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
}

function textOf(address: string | Uint8Array, start: number, end: number): string {
  if (typeof address === 'string') return address.slice(start, end);
  return String.fromCharCode(...address.subarray(start, end));
}
