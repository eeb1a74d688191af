/** How far a document may be read. Sizes in bytes, times in milliseconds. */
export interface ReadDocumentOptions {
  readonly maxBytes: number;
  readonly maxPages: number;
  readonly timeoutMs: number;
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
  | { readonly kind: 'unreachable'; readonly reason: string };

/** Reads PDF files from `http(s)` addresses and `data:application/pdf;base64` URIs (section 4.5, rule 6). */
export interface DocumentReader {
  readPages(address: string, options: ReadDocumentOptions): Promise<DocumentRead>;
}
