import { policies } from '../../../generated/policies.ts';
import type { Violation } from '../../contract/violation.ts';
import type { OperationContext } from '../context.ts';
import type { DocumentPage, DocumentRead } from '../ports/document-reader.ts';
import type { Prompt, PromptPart } from './prompt.ts';

/** The pages of each PDF of a prompt, by its part, or everything that is wrong with them. */
export type DocumentsRead =
  | { readonly kind: 'read'; readonly pages: ReadonlyMap<PromptPart, readonly DocumentPage[]> }
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] };

/** Reads every PDF of a prompt (section 4.5, rule 6), a few at a time. */
export async function readDocuments(
  { messages }: Prompt,
  maxPages: number,
  context: Pick<OperationContext, 'ports' | 'signal'>,
): Promise<DocumentsRead> {
  const parts = messages.flatMap((message) => message.parts.filter((part) => part.kind === 'document'));
  const pages = new Map<PromptPart, readonly DocumentPage[]>();
  const violations: Violation[] = [];
  const waiting = parts.values();
  const leaving = parts.length > 0 ? context.signal() : undefined;
  const options = {
    maxBytes: policies.text.pdf_max_bytes,
    maxPages,
    timeoutMs: policies.references.fetch_timeout_seconds * 1000,
    ...(leaving ? { signal: leaving } : {}),
  };
  const work = async () => {
    for (const part of waiting) {
      const read = await context.ports.documentReader.readPages(part.address, options);
      if (read.kind === 'read') pages.set(part, read.pages);
      else violations.push({ path: part.path, rule: read.kind, message: describe(read, maxPages) });
    }
  };
  const workers = Math.min(parts.length, policies.references.parallel_fetches);
  await Promise.all(Array.from({ length: workers }, work));
  return violations.length > 0 ? { kind: 'invalid', violations } : { kind: 'read', pages };
}

function describe(read: Exclude<DocumentRead, { readonly kind: 'read' }>, maxPages: number): string {
  switch (read.kind) {
    case 'too_many_pages':
      return `the PDF has ${read.pageCount} pages; the model reads at most ${maxPages}`;
    case 'too_large':
      return `the PDF is larger than the ${read.maxBytes} bytes allowed`;
    case 'malformed':
      return read.reason;
    case 'unreachable':
      return `the PDF cannot be read: ${read.reason}`;
  }
}
