import pLimit from 'p-limit';
import { policies } from '../../../../generated/policies.ts';
import { type Refused, refused } from '../../../contract/problem.ts';
import { nameOf } from '../../../contract/violations/pointer.ts';
import type { Violation } from '../../../contract/violations/violation.ts';
import type { Holding } from '../../admission/create-admission.ts';
import { reserveBytes } from '../../admission/reserve-bytes.ts';
import { type TooMuch, tooMuch } from '../../admission/too-much.ts';
import { tooLarge } from '../../media/too-large.ts';
import type { DocumentPage, DocumentRead, ReadDocumentOptions } from '../../ports/media/document-reader.ts';
import type { Ports } from '../../ports/ports.ts';
import type { RequestContext } from '../../request-context.ts';
import type { DocumentPart, PromptPart } from './prompt.ts';

/**
 * The pages of each PDF of a prompt, by content part, or the violation of the first that was refused, or a lack of
 * capacity.
 */
export type DocumentsRead =
  | { readonly kind: 'read'; readonly pages: ReadonlyMap<PromptPart, readonly DocumentPage[]> }
  | { readonly kind: 'invalid'; readonly violations: readonly [Violation] }
  | Refused<TooMuch>;

export interface DocumentContext extends Pick<RequestContext, 'attachments' | 'ports' | 'key' | 'requestId'> {
  /** Counts their bytes while they are in memory. */
  readonly holding: Pick<Holding, 'take' | 'give'>;
  readonly signal: AbortSignal | undefined;
}

type Unread = Exclude<DocumentsRead, { readonly kind: 'read' }>;

/** Reads PDFs (section 4.5, rule 6), a few at a time; the first that is refused cancels the others. */
export async function readDocuments(
  parts: readonly DocumentPart[],
  maxPages: number,
  context: DocumentContext,
): Promise<DocumentsRead> {
  const pages = new Map<PromptPart, readonly DocumentPage[]>();
  const stop = new AbortController();
  const leave = () => stop.abort();
  const limits = {
    maxBytes: policies.text.pdf_max_bytes,
    maxPages,
    timeoutMs: policies.references.fetch_timeout_seconds * 1000,
    owner: context.key.accountId,
    signal: stop.signal,
  };
  let unread: Unread | undefined;
  context.signal?.addEventListener('abort', leave);
  await pLimit(policies.references.parallel_fetches).map(parts, async (part) => {
    if (unread) return;
    const read = await readDocument(part, limits, context);
    if (read.kind === 'read') pages.set(part, read.pages);
    else unread ??= read;
    if (unread) stop.abort();
  });
  context.signal?.removeEventListener('abort', leave);
  return unread ?? { kind: 'read', pages };
}

async function readDocument(
  { address, path }: DocumentPart,
  limits: ReadDocumentOptions,
  { attachments, ports, holding, requestId }: DocumentContext,
): Promise<Extract<DocumentRead, { readonly kind: 'read' }> | Unread> {
  const reservation = reserveBytes(holding);
  try {
    const sent = attachments.find(address);
    // Copied, because other PDFs may be in the same bytes.
    const source = sent
      ? await copyInTurns(attachments.bytes.subarray(sent.start, sent.end), ports)
      : address;
    const read = await ports.documentReader.readPages(source, { ...limits, reserve: reservation.reserve });
    if (read.kind === 'read') return read;
    if (read.kind === 'no_room' || read.kind === 'overloaded')
      return refused(reservation.refusal() ?? tooMuch('process', 'PDFs to read'));
    if (read.kind === 'crashed') ports.reportFault(read.error, requestId);
    const message = `${nameOf(path)}: ${describe(read, limits.maxPages)}`;
    return { kind: 'invalid', violations: [{ path, rule: read.kind, message }] };
  } finally {
    reservation.release();
  }
}

/** Bytes that are copied before yielding to other work. */
const TURN_BYTES = 2 ** 20;

async function copyInTurns(bytes: Uint8Array, { pacer }: Pick<Ports, 'pacer'>): Promise<Uint8Array> {
  const copy = new Uint8Array(bytes.length);
  for (let start = 0; start < bytes.length; start += TURN_BYTES) {
    copy.set(bytes.subarray(start, start + TURN_BYTES), start);
    await pacer.pause(0);
  }
  return copy;
}

type Failure = Exclude<DocumentRead, { readonly kind: 'read' | 'no_room' | 'overloaded' }>;

function describe(failure: Failure, maxPages: number): string {
  switch (failure.kind) {
    case 'too_many_pages':
      return `the PDF has ${failure.pageCount} pages; the model reads at most ${maxPages}`;
    case 'too_large':
      return tooLarge('the PDF', failure);
    case 'malformed':
      return failure.reason;
    case 'too_complex':
      return `the PDF is too complex: ${failure.reason}`;
    case 'crashed':
      return 'the PDF is damaged in a way that makes its reader fail';
    case 'unreachable':
      return `the PDF cannot be read: ${failure.reason}`;
  }
}
