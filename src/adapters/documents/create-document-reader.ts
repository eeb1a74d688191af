import { policies } from '../../../generated/policies.ts';
import { readDataUri } from '../../gateway/body/data-uri.ts';
import type { DocumentRead, DocumentReader } from '../../gateway/ports/media/document-reader.ts';
import type { ReferenceFetcher } from '../../gateway/ports/media/media.ts';
import type { UntrustedWork, Workers, WorkResult } from '../../gateway/ports/workers.ts';
import type { PdfPagesRead, PdfTask } from './read-pdf-pages.ts';

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
  const parsing: UntrustedWork<PdfTask, PdfPagesRead> = {
    module: new URL('./read-pdf-pages.ts', import.meta.url).href,
    load: () => import('./read-pdf-pages.ts'),
    timeMs: parseMs,
    bufferBytes,
  };
  return {
    async readPages(address, { maxPages, owner, ...options }) {
      const { maxBytes, reserve = () => true, signal } = options;
      const sent = readDataUri(address, { types: /^application\/pdf$/, maxBytes });
      if (sent && sent.kind !== 'data') return sent;
      if (sent && !reserve(address.length - sent.start)) return { kind: 'no_room' };
      const fetched = sent ? toBytes(address) : await fetcher.fetch(String(address), options);
      if (fetched.kind !== 'fetched') return fetched;
      const order = { bytes: fetched.bytes, about: { maxPages, base64From: sent?.start }, owner, signal };
      return toRead(await workers.run(parsing, order), parseMs);
    },
  };
}

function toBytes(address: string | Uint8Array) {
  const bytes = typeof address === 'string' ? new TextEncoder().encode(address) : address;
  return { kind: 'fetched', bytes } as const;
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
