/** How far a document may be read. Sizes in bytes, times in milliseconds. */
export interface ReadDocumentOptions {
  readonly maxBytes: number;
  readonly maxPages: number;
  readonly timeoutMs: number;
  /** Who asks: whoever has much to read waits for his own. */
  readonly owner: string;
  /** Asked before so many more bytes are kept; `false` ends the reading. */
  readonly reserve?: (bytes: number) => boolean;
  readonly signal?: AbortSignal;
}

/** One page as it is shown; sides in points (1/72 inch). */
export interface DocumentPage {
  readonly width: number;
  readonly height: number;
}

/** What became of one document; expected failures are values, a reader never throws. */
export type DocumentRead =
  | { readonly kind: 'read'; readonly pages: readonly DocumentPage[] }
  | { readonly kind: 'too_many_pages'; readonly pageCount: number }
  | { readonly kind: 'too_large'; readonly maxBytes: number }
  | { readonly kind: 'malformed'; readonly reason: string }
  /** It takes more time or memory to read than one file may. */
  | { readonly kind: 'too_complex'; readonly reason: string }
  /** What reads it failed on it: a fault to report, and no more of the file is known than that. */
  | { readonly kind: 'crashed'; readonly error: unknown }
  | { readonly kind: 'unreachable'; readonly reason: string }
  /** It was not read: there is no room for its bytes. */
  | { readonly kind: 'no_room' }
  /** It was not read: too much is waiting to be read. */
  | { readonly kind: 'overloaded' };

/** Reads PDF files from `http(s)` addresses and `data:application/pdf;base64` URIs (section 4.5, rule 6). */
export interface DocumentReader {
  /** A URI that was sent with the request may come as its bytes, which are handed over. */
  readPages(address: string | Uint8Array, options: ReadDocumentOptions): Promise<DocumentRead>;
}
