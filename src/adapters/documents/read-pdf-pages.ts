import { isBase64, NOT_BASE64 } from '../../gateway/body/data-uri.ts';
import type { DocumentPage, DocumentRead } from '../../gateway/ports/media/document-reader.ts';
import { fromBase64 } from '../../runtime/from-base64.ts';

/** The input of the work module besides the bytes. */
export interface PdfTask {
  readonly maxPages: number;
  /** Offset of the base64 text in the bytes; undefined when they are the file itself. */
  readonly base64From: number | undefined;
}

/** The result of reading a file; an unreadable file is not a fault. */
export type PdfPagesRead = Extract<DocumentRead, { kind: 'read' | 'too_many_pages' | 'malformed' }>;

const MARK = '%PDF-';
const MARK_WITHIN = 1024;
const QUARTER_TURNS = [90, 270];

/** Reads the dimensions of every page, in a worker thread: the cost of reading a file is not known in advance. */
export async function work(bytes: Uint8Array, { maxPages, base64From }: PdfTask): Promise<PdfPagesRead> {
  const file = base64From === undefined ? bytes : decode(bytes.subarray(base64From));
  if (!file) return { kind: 'malformed', reason: NOT_BASE64 };
  const head = String.fromCharCode(...file.subarray(0, MARK_WITHIN));
  if (!head.includes(MARK)) return { kind: 'malformed', reason: 'the bytes are not a PDF' };
  const { getDocumentProxy } = await import('unpdf');
  try {
    // Without stopping, an empty page stands for a first page that cannot be found.
    const pdf = await getDocumentProxy(toPlain(file), { verbosity: 0, stopAtErrors: true });
    if (pdf.numPages > maxPages) return { kind: 'too_many_pages', pageCount: pdf.numPages };
    const pages: DocumentPage[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) pages.push(toPage(await pdf.getPage(number)));
    return pages.length > 0 ? { kind: 'read', pages } : { kind: 'malformed', reason: 'the PDF has no pages' };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return { kind: 'malformed', reason: isLocked ? 'the PDF asks for a password' : 'the PDF is damaged' };
  }
}

function decode(base64: Uint8Array): Uint8Array | undefined {
  const data = new TextDecoder('utf-8', { ignoreBOM: true }).decode(base64);
  return isBase64(data) ? fromBase64(data) : undefined;
}

/** The parser takes no Buffer, and detaches its input. */
function toPlain(bytes: Uint8Array): Uint8Array {
  const ownsBuffer = bytes.byteLength === bytes.buffer.byteLength;
  return ownsBuffer ? new Uint8Array(bytes.buffer) : Uint8Array.from(bytes);
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
