import type { DocumentReader } from '../../gateway/ports/document-reader.ts';
import type { ReferenceFetcher } from '../../gateway/ports/media.ts';
import { parsePdfUri } from './parse-pdf-uri.ts';

/** Creates a reader of PDF files. Addresses are read by the fetcher, which decides what may be contacted. */
export function createDocumentReader({ fetcher }: { readonly fetcher: ReferenceFetcher }): DocumentReader {
  return {
    async readPages(address, { maxBytes, maxPages, timeoutMs, signal }) {
      const parsed = parsePdfUri(address, maxBytes);
      if (parsed && parsed.kind !== 'parsed') return parsed;
      const limits = { maxBytes, timeoutMs, ...(signal ? { signal } : {}) };
      const fetched = parsed ?? (await fetcher.fetch(address, limits));
      if (fetched.kind === 'no_room') return { kind: 'unreachable', reason: 'there is no room for it now' };
      if (fetched.kind !== 'fetched' && fetched.kind !== 'parsed') return fetched;
      const { readPdfPages } = await import('./read-pdf-pages.ts');
      return readPdfPages(fetched.bytes, { maxPages });
    },
  };
}
