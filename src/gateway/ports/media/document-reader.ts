import type { FetchReferenceOptions } from './media.ts';

/** Limits on reading a document. */
export interface ReadDocumentOptions extends FetchReferenceOptions {
  readonly maxPages: number;
  /** The account, for round-robin queueing. */
  readonly owner: string;
}

/** One page as displayed; sides in points (1/72 inch). */
export interface DocumentPage {
  readonly width: number;
  readonly height: number;
}

/** The outcome for one document; expected failures are values, a reader never throws. */
export type DocumentRead =
  | { readonly kind: 'read'; readonly pages: readonly DocumentPage[] }
  | { readonly kind: 'too_many_pages'; readonly pageCount: number }
  | { readonly kind: 'too_large'; readonly maxBytes: number; readonly bytes?: number }
  | { readonly kind: 'malformed'; readonly reason: string }
  /** It exceeds the time or memory limit for a file. */
  | { readonly kind: 'too_complex'; readonly reason: string }
  /** The parser crashed on it: a fault to report, and the file is refused. */
  | { readonly kind: 'crashed'; readonly error: unknown }
  | { readonly kind: 'unreachable'; readonly reason: string }
  /** Not read: no capacity for its bytes. */
  | { readonly kind: 'no_room' }
  /** Not read: the queue is full. */
  | { readonly kind: 'overloaded' };

/** Reads PDF files from `http(s)` addresses and `data:application/pdf;base64` URIs (section 4.5, rule 6). */
export interface DocumentReader {
  /** A URI that was sent with the request may be passed as its bytes, which are transferred. */
  readPages(address: string | Uint8Array, options: ReadDocumentOptions): Promise<DocumentRead>;
}
