import type { DocumentRead } from '../../gateway/ports/document-reader.ts';

const HEAD = 'data:application/pdf;base64,';
const ALPHABET = /^[A-Za-z0-9+/]*$/;
const STEP = 65_536;

/** The bytes of `data:application/pdf;base64,<data>`, or why there are none; undefined for an address of another form. */
export function parsePdfUri(
  address: string,
  maxBytes: number,
):
  | { readonly kind: 'parsed'; readonly bytes: Uint8Array }
  | Extract<DocumentRead, { kind: 'too_large' | 'malformed' }>
  | undefined {
  if (!address.startsWith(HEAD)) return undefined;
  const data = address.slice(HEAD.length);
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  if (data === '' || data.length % 4 !== 0)
    return {
      kind: 'malformed',
      reason: 'the base64 data must be padded to a multiple of 4 characters, and not empty',
    };
  if ((data.length / 4) * 3 - padding > maxBytes) return { kind: 'too_large', maxBytes };
  const end = data.length - padding;
  for (let start = 0; start < end; start += STEP) {
    if (!ALPHABET.test(data.slice(start, Math.min(start + STEP, end))))
      return { kind: 'malformed', reason: 'the base64 data has characters outside A-Z, a-z, 0-9, + and /' };
  }
  return { kind: 'parsed', bytes: Buffer.from(data, 'base64') };
}
