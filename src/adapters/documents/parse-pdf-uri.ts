import type { ReadDocumentOptions } from '../../gateway/ports/document-reader.ts';

const HEAD = 'data:application/pdf;base64,';

/**
 * The base64 text of `data:application/pdf;base64,<data>` as bytes, or why there is none; undefined for an address of another
 * form (letters of its head in any case). Its size is known before anything is decoded; its letters are looked at by whoever decodes it.
 */
export function parsePdfUri(
  address: string,
  { maxBytes, reserve = () => true }: Pick<ReadDocumentOptions, 'maxBytes' | 'reserve'>,
):
  | { readonly kind: 'parsed'; readonly bytes: Uint8Array }
  | { readonly kind: 'too_large'; readonly maxBytes: number }
  | { readonly kind: 'malformed'; readonly reason: string }
  | { readonly kind: 'no_room' }
  | undefined {
  if (address.slice(0, HEAD.length).toLowerCase() !== HEAD) return undefined;
  const data = address.slice(HEAD.length);
  if (data === '' || data.length % 4 !== 0)
    return {
      kind: 'malformed',
      reason: 'the base64 data must be padded to a multiple of 4 characters, and not empty',
    };
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  if ((data.length / 4) * 3 - padding > maxBytes) return { kind: 'too_large', maxBytes };
  if (!reserve(data.length)) return { kind: 'no_room' };
  return { kind: 'parsed', bytes: new TextEncoder().encode(data) };
}
