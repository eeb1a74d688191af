import { policies } from '../../../../generated/policies.ts';
import type { CatalogueModel } from '../../../contract/catalogue.ts';
import { insufficientBalance } from '../../../contract/holds/hold-item.ts';
import { parseUsd } from '../../../contract/money.ts';
import { type ProblemResponse, type Refused, refused } from '../../../contract/problem.ts';
import { findMeans } from '../../accounts/find-means.ts';
import type { RequestContext } from '../../request-context.ts';
import { priceOfText } from '../price-text.ts';
import { termsOf } from '../text-model.ts';
import { maxPages } from './page-tokens.ts';
import { documentsOf, type Prompt } from './prompt.ts';
import { type DocumentsRead, readDocuments } from './read-documents.ts';

/** PDFs that were read or refused, or why they were not read. */
export type DocumentsAdmitted = DocumentsRead | Refused<'insufficient_balance'>;

/** The minimum cost of an answer. */
export interface LeastAnswer {
  readonly model: CatalogueModel;
  readonly maxOutputTokens: number;
  /** Field of the request that limits the output, for one that is valid. */
  readonly limitField?: string;
}

const NO_DOCUMENTS: DocumentsAdmitted = { kind: 'read', pages: new Map() };

/** Reads the PDFs of a request if the account could pay for it and there is capacity: without funds nothing is fetched or parsed. */
export async function admitDocuments(
  prompt: Prompt,
  answer: LeastAnswer,
  context: RequestContext,
): Promise<DocumentsAdmitted> {
  const parts = documentsOf(prompt);
  if (parts.length === 0) return NO_DOCUMENTS;
  const { max_pdfs: most } = policies.text;
  const first = parts[most];
  if (first) {
    const message = `a request may have at most ${most} PDFs; this has ${parts.length}`;
    const violations = [{ path: first.path, rule: 'maxItems', message }];
    return { kind: 'invalid', pages: new Map(), violations };
  }
  const short = await checkBalance(answer, context);
  if (short) return refused(short);
  const holding = context.admission.open(context.key.accountId);
  const busy = holding.take('reference_requests', 1);
  if (busy) return refused(busy);
  try {
    const { attachments, ports, key, requestId } = context;
    const pages = maxPages(termsOf(answer.model).text);
    return await readDocuments(parts, pages, {
      attachments,
      ports,
      key,
      requestId,
      holding,
      signal: context.request.signal(),
    });
  } finally {
    holding.end();
  }
}

/** Whether the key may spend the price of the longest answer, without its input. Nothing is held yet: the hold itself decides. */
async function checkBalance(
  { model, maxOutputTokens, limitField }: LeastAnswer,
  { ports, key }: RequestContext,
): Promise<ProblemResponse<'insufficient_balance'> | undefined> {
  const { prices } = termsOf(model);
  const { groupRatio } = key;
  const cache = { cached: 0, created: 0, isExplicit: false };
  const usage = { inputTokens: 0, cache, outputTokens: maxOutputTokens, reasoningTokens: 0, toolCalls: {} };
  const needed = priceOfText(prices, usage, groupRatio);
  const least = priceOfText(prices, { ...usage, outputTokens: 1 }, groupRatio);
  const means = await findMeans(ports.store, key);
  if (means.available >= needed) return undefined;
  const { tokens, per } = prices;
  const output = {
    unit: 'output_token',
    quantity: maxOutputTokens,
    rate: parseUsd(tokens.output),
    per,
  } as const;
  // How many fit is known only once the input is counted.
  const hint = limitField !== undefined && means.available > least ? `set a lower ${limitField}` : undefined;
  return insufficientBalance({ ...means, needed, groupRatio, items: [output], savings: [], hint });
}
