import type { CatalogueModel } from '../../contract/catalogue.ts';
import { invalidRequest, type ProblemResponse } from '../../contract/problem.ts';
import type { RequestBody } from '../../contract/rules/self.ts';
import { inBodyOrder } from '../../contract/violations/body-order.ts';
import type { Violation } from '../../contract/violations/violation.ts';
import type { RequestContext } from '../request-context.ts';
import { hasMoney } from '../submits/refuse-invalid.ts';
import { admitDocuments } from './prompt/admit-documents.ts';
import { measurePrompt } from './prompt/measure-prompt.ts';
import type { Prompt } from './prompt/prompt.ts';

export interface WrongText {
  readonly body: RequestBody;
  readonly model: CatalogueModel;
  readonly violations: readonly Violation[];
  /** Reads the prompt of a request whose prompt fits its schema, or reports other violations. */
  readPrompt(): { readonly prompt: Prompt } | { readonly violations: readonly Violation[] };
}

/**
 * Refuses a request for text with all its violations, including those of its PDFs and of the length of its prompt if
 * the prompt fits its schema. No PDF is read for an account without funds.
 */
export async function refuseText(
  field: string,
  { body, model, violations, readPrompt }: WrongText,
  context: RequestContext,
): Promise<ProblemResponse<'invalid_parameter'>> {
  const isSound = !violations.some(({ path }) => path === `/${field}` || path.startsWith(`/${field}/`));
  const more = isSound ? await findMore({ model, readPrompt }, context) : [];
  return invalidRequest('invalid_parameter', inBodyOrder([...violations, ...more], body));
}

async function findMore(
  { model, readPrompt }: Pick<WrongText, 'model' | 'readPrompt'>,
  context: RequestContext,
): Promise<readonly Violation[]> {
  const read = readPrompt();
  if ('violations' in read) return read.violations;
  if (!(await hasMoney(context))) return [];
  const documents = await admitDocuments(read.prompt, { model, maxOutputTokens: 1 }, context);
  if (documents.kind === 'refused') return documents.response.body.error.violations ?? [];
  const measure = await measurePrompt(read.prompt, { model, pages: documents.pages }, context);
  return measure.kind === 'refused' ? (measure.response.body.error.violations ?? []) : [];
}
