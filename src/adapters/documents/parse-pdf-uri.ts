import type { ReadDocumentOptions } from '../../gateway/ports/media/document-reader.ts';

const HEAD = 'data:application/pdf;base64,';

/**
 * `data:application/pdf;base64,<data>` as bytes and the offset of its data, or why there is none; undefined for any other
 * address (the prefix is case-insensitive). Its size is known before decoding; its characters are validated when it is decoded.
 */
export function parsePdfUri(
  address: string | Uint8Array,
  { maxBytes, reserve = () => true }: Pick<ReadDocumentOptions, 'maxBytes' | 'reserve'>,
):
  | { readonly kind: 'parsed'; readonly bytes: Uint8Array; readonly start: number }
  | { readonly kind: 'too_large'; readonly maxBytes: number; readonly bytes: number }
  | { readonly kind: 'malformed'; readonly reason: string }
  | { readonly kind: 'no_room' }
  | undefined {
  if (textOf(address, 0, HEAD.length).toLowerCase() !== HEAD) return undefined;
  const { length } = address;
  const size = length - HEAD.length;
  if (size === 0 || size % 4 !== 0)
    return {
      kind: 'malformed',
      reason: 'the base64 data must be padded to a multiple of 4 characters, and not empty',
    };
  const end = textOf(address, length - 2, length);
  const padding = end === '==' ? 2 : end.endsWith('=') ? 1 : 0;
  const decoded = (size / 4) * 3 - padding;
  if (decoded > maxBytes) return { kind: 'too_large', maxBytes, bytes: decoded };
  if (!reserve(size)) return { kind: 'no_room' };
  const bytes = typeof address === 'string' ? new TextEncoder().encode(address) : address;
  return { kind: 'parsed', bytes, start: HEAD.length };
}

function textOf(address: string | Uint8Array, start: number, end: number): string {
  if (typeof address === 'string') return address.slice(start, end);
  return String.fromCharCode(...address.subarray(start, end));
}
