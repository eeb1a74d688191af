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

/** The pages of each PDF, by content part. */
export type PagesByPart = ReadonlyMap<PromptPart, readonly DocumentPage[]>;

/** The pages of the PDFs of a prompt, with the violations of those that were refused, or a lack of capacity. */
export type DocumentsRead =
  | { readonly kind: 'read'; readonly pages: PagesByPart }
  | { readonly kind: 'invalid'; readonly pages: PagesByPart; readonly violations: readonly Violation[] }
  | Refused<TooMuch>;

export interface DocumentContext extends Pick<RequestContext, 'attachments' | 'ports' | 'key' | 'requestId'> {
  /** Counts their bytes while they are in memory. */
  readonly holding: Pick<Holding, 'take' | 'give'>;
  readonly signal: AbortSignal | undefined;
}

/** A PDF that was not read. One that is costly took all the time or memory that a PDF may take. */
type Unread =
  | { readonly kind: 'invalid'; readonly violation: Violation; readonly isCostly: boolean }
  | Refused<TooMuch>;

/**
 * Reads PDFs (section 4.5, rule 6), a few at a time, and lists all that are refused. The first that is costly cancels
 * the others, as a lack of capacity does: a request that costs nothing takes that much only once.
 */
export async function readDocuments(
  parts: readonly DocumentPart[],
  maxPages: number,
  context: DocumentContext,
): Promise<DocumentsRead> {
  const pages = new Map<PromptPart, readonly DocumentPage[]>();
  const wrong = new Map<PromptPart, Violation>();
  const stop = new AbortController();
  const signal = context.signal ? AbortSignal.any([context.signal, stop.signal]) : stop.signal;
  const limits = {
    maxBytes: policies.text.pdf_max_bytes,
    maxPages,
    timeoutMs: policies.references.fetch_timeout_seconds * 1000,
    owner: context.key.accountId,
    signal,
  };
  let refusal: Refused<TooMuch> | undefined;
  await pLimit(policies.references.parallel_fetches).map(parts, async (part) => {
    if (signal.aborted) return;
    const read = await readDocument(part, limits, context);
    if (signal.aborted) return; // then it may say no more than that
    if (read.kind === 'read') pages.set(part, read.pages);
    else if (read.kind === 'invalid') wrong.set(part, read.violation);
    else refusal = read;
    if (read.kind === 'refused' || (read.kind === 'invalid' && read.isCostly)) stop.abort();
  });
  if (refusal) return refusal;
  const violations = parts.flatMap((part) => wrong.get(part) ?? []);
  if (violations.length > 0) return { kind: 'invalid', pages, violations };
  return signal.aborted ? documentsBusy() : { kind: 'read', pages }; // aborted: the client has gone
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
    if (read.kind === 'no_room' || read.kind === 'overloaded') {
      const refusal = reservation.refusal();
      return refusal ? refused(refusal) : documentsBusy();
    }
    if (read.kind === 'crashed') ports.reportFault(read.error, requestId);
    const message = `${nameOf(path)}: ${describe(read, limits.maxPages)}`;
    const isCostly = read.kind === 'too_complex' || read.kind === 'crashed';
    return { kind: 'invalid', violation: { path, rule: read.kind, message }, isCostly };
  } finally {
    reservation.release();
  }
}

function documentsBusy(): Refused<TooMuch> {
  return refused(tooMuch('process', 'PDFs to read'));
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
      return 'the PDF is damaged: it makes the parser fail';
    case 'unreachable':
      return `the PDF cannot be read: ${failure.reason}`;
  }
}
