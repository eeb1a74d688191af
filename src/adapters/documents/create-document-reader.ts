import { policies } from '../../../generated/policies.ts';
import type { DocumentRead, DocumentReader } from '../../gateway/ports/media/document-reader.ts';
import type { ReferenceFetcher } from '../../gateway/ports/media/media.ts';
import type { ForeignWork, Workers, WorkResult } from '../../gateway/ports/workers.ts';
import { parsePdfUri } from './parse-pdf-uri.ts';
import type { PdfPagesRead, PdfTask } from './read-pdf-pages.ts';

/** Options of a PDF reader. */
export interface DocumentReaderOptions {
  /** Fetches addresses, and decides which hosts may be contacted. */
  readonly fetcher: ReferenceFetcher;
  /** Parses: a small file can take minutes and gigabytes. */
  readonly workers: Workers;
  /** Time limit for parsing one file. */
  readonly parseMs?: number;
  /** Limit of buffer memory while one file is parsed, the file included. */
  readonly bufferBytes?: number;
}

/** Creates a PDF reader. A file over its time or memory limit is refused without affecting others. */
export function createDocumentReader({
  fetcher,
  workers,
  parseMs = policies.text.pdf_seconds * 1000,
  bufferBytes = policies.text.pdf_buffer_bytes,
}: DocumentReaderOptions): DocumentReader {
  const parsing: ForeignWork<PdfTask, PdfPagesRead> = {
    module: new URL('./read-pdf-pages.ts', import.meta.url).href,
    load: () => import('./read-pdf-pages.ts'),
    timeMs: parseMs,
    bufferBytes,
  };
  return {
    async readPages(address, { maxPages, owner, ...options }) {
      const parsed = parsePdfUri(address, options);
      if (parsed && parsed.kind !== 'parsed') return parsed;
      const fetched = parsed ?? (await fetcher.fetch(String(address), options));
      if (fetched.kind !== 'fetched' && fetched.kind !== 'parsed') return fetched;
      const about = { maxPages, base64From: fetched.kind === 'parsed' ? fetched.start : undefined };
      const order = { bytes: fetched.bytes, about, owner, signal: options.signal };
      return toRead(await workers.run(parsing, order), parseMs);
    },
  };
}

function toRead(result: WorkResult<PdfPagesRead>, parseMs: number): DocumentRead {
  switch (result.kind) {
    case 'found':
      return result.found;
    case 'too_slow':
      return { kind: 'too_complex', reason: `reading it took longer than ${parseMs / 1000} seconds` };
    case 'too_large':
      return { kind: 'too_complex', reason: 'reading it took more memory than one file may' };
    case 'cancelled':
      return { kind: 'unreachable', reason: 'the request was ended' };
    case 'crashed':
    case 'overloaded':
      return result;
  }
}
