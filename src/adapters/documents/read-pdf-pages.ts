import type { DocumentPage, DocumentRead } from '../../gateway/ports/document-reader.ts';

const MARK = '%PDF-';
const MARK_WITHIN = 1024;
const QUARTER_TURNS = [90, 270];

/** Reads the sides of every page. The bytes are handed over to the reader and must not be used afterwards. */
export async function readPdfPages(
  bytes: Uint8Array,
  { maxPages }: { readonly maxPages: number },
): Promise<Extract<DocumentRead, { kind: 'read' | 'too_many_pages' | 'malformed' }>> {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MARK_WITHIN));
  if (!head.includes(MARK)) return { kind: 'malformed', reason: 'the bytes are not a PDF' };
  const { getDocumentProxy } = await import('unpdf');
  try {
    const pdf = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0, stopAtErrors: false });
    try {
      if (pdf.numPages > maxPages) return { kind: 'too_many_pages', pageCount: pdf.numPages };
      const pages: DocumentPage[] = [];
      for (let number = 1; number <= pdf.numPages; number += 1) pages.push(toPage(await pdf.getPage(number)));
      return { kind: 'read', pages };
    } finally {
      await pdf.loadingTask.destroy();
    }
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return { kind: 'malformed', reason: isLocked ? 'the PDF asks for a password' : 'the PDF is damaged' };
  }
}

function toPage({
  view: [left = 0, bottom = 0, right = 0, top = 0],
  rotate,
  userUnit,
}: {
  readonly view: readonly number[];
  readonly rotate: number;
  readonly userUnit: number;
}): DocumentPage {
  const width = Math.abs(right - left) * userUnit;
  const height = Math.abs(top - bottom) * userUnit;
  return QUARTER_TURNS.includes(rotate) ? { width: height, height: width } : { width, height };
}
