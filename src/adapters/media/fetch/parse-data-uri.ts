import type { FetchedReference } from '../../../gateway/ports/media/media.ts';

/** The data of a `data:` URI, or why there is none. */
export type ParsedDataUri = Extract<FetchedReference, { kind: 'fetched' | 'too_large' | 'malformed' }>;

const head = /^data:image\/([a-z0-9][a-z0-9.+-]*);base64,/i;
const alphabet = /^[A-Za-z0-9+/]*$/;

const FOREIGN = 'the base64 data has characters outside A-Z, a-z, 0-9, + and /';
/** Characters of data of a wrong length that are looked at: what is no base64 shows at once. */
const START = 1000;

/** The longest prefix worth parsing: anything longer is not a format name. */
const headLimit = 100;

/**
 * Decodes `data:image/<format>;base64,<data>` (sections 4.4.1 to 4.4.3). The size is known and checked before anything is decoded;
 * alphabet, padding and length must be exact. The prefix is case-insensitive; the format is reported in lower case.
 */
export function parseDataUri(address: string, maxBytes: number): ParsedDataUri {
  const match = head.exec(address.slice(0, headLimit));
  if (match === null) {
    return malformed('a data URI must start with "data:image/<format>;base64,"');
  }
  const data = address.slice(match[0].length);
  if (data === '') return malformed('the data URI carries no data');
  if (data.length % 4 !== 0) {
    const isForeign = !alphabet.test(data.slice(0, START).replace(/={1,2}$/, ''));
    return malformed(isForeign ? FOREIGN : 'the base64 data must be padded to a multiple of 4 characters');
  }
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  const size = (data.length / 4) * 3 - padding;
  if (size > maxBytes) return { kind: 'too_large', maxBytes, bytes: size };
  if (!isBase64(data, data.length - padding)) {
    return malformed(FOREIGN);
  }
  return {
    kind: 'fetched',
    bytes: Buffer.from(data, 'base64'),
    declaredType: `image/${(match[1] ?? '').toLowerCase()}`,
  };
}

/** Tested in pieces, which keeps the regular expression engine from walking one huge string at once. */
function isBase64(data: string, end: number): boolean {
  const step = 65_536;
  for (let start = 0; start < end; start += step) {
    if (!alphabet.test(data.slice(start, Math.min(start + step, end)))) return false;
  }
  return true;
}

function malformed(reason: string): ParsedDataUri {
  return { kind: 'malformed', reason };
}
