import { isBase64, NOT_BASE64, readDataUri } from '../../../gateway/body/data-uri.ts';
import type { FetchedReference } from '../../../gateway/ports/media/media.ts';
import { fromBase64 } from '../../../runtime/from-base64.ts';

export type DecodedImageUri = Extract<FetchedReference, { kind: 'fetched' | 'too_large' | 'malformed' }>;

/** Decodes `data:image/<format>;base64,<data>` (sections 4.4.1 to 4.4.3); the format is reported in lower case. */
export function decodeImageUri(address: string, maxBytes: number): DecodedImageUri {
  const read = readDataUri(address, { types: /^image\//, maxBytes });
  if (!read) return { kind: 'malformed', reason: 'a data URI must start with "data:image/<format>;base64,"' };
  if (read.kind !== 'data') return read;
  const data = address.slice(read.start);
  if (!isBase64(data)) return { kind: 'malformed', reason: NOT_BASE64 };
  return { kind: 'fetched', bytes: fromBase64(data), declaredType: read.mediaType };
}
