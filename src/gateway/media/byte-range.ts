/** The bytes of a file that a `Range` header requests. `whole`: there is no range, or one that may be ignored. */
export type ByteRange =
  | { readonly kind: 'whole' }
  /** First and last byte, both included. */
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'unsatisfiable' };

const WHOLE: ByteRange = { kind: 'whole' };

/** Reads a `Range` header for a file of the given size (RFC 9110, section 14.2). Several ranges are answered with the whole file. */
export function toByteRange(header: string | undefined, size: number): ByteRange {
  const [, from = '', to = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (from === '' && to === '') return WHOLE;
  if (from === '') return toPart(Math.max(0, size - Number(to)), Number(to) === 0 ? -1 : size - 1);
  if (to !== '' && Number(to) < Number(from)) return WHOLE;
  return toPart(Number(from), Number(from) < size ? Math.min(to === '' ? size : Number(to), size - 1) : -1);
}

function toPart(first: number, last: number): ByteRange {
  return last < first ? { kind: 'unsatisfiable' } : { kind: 'part', first, last };
}
