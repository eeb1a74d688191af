import type { Refused } from '../../../contract/problem.ts';
import type { Violation } from '../../../contract/violations/violation.ts';
import type { RequestContext } from '../../request-context.ts';
import { admitDocuments, type DocumentsAdmitted, type LeastAnswer } from './admit-documents.ts';
import { type MeasuredPrompt, measurePrompt } from './measure-prompt.ts';
import type { Prompt } from './prompt.ts';

/** Why a prompt is refused: its PDFs, its length or both. */
export interface WrongPrompt {
  readonly kind: 'invalid';
  readonly reason: 'invalid_parameter' | 'invalid_reference';
  readonly violations: readonly Violation[];
}

/** The token counts of a prompt, or why it is refused or not read. */
export type PromptAdmitted = MeasuredPrompt | WrongPrompt | Extract<DocumentsAdmitted, Refused>;

/** Reads the PDFs of a prompt and counts its tokens: those of a refused PDF are left out, so that the rest is judged too. */
export async function admitPrompt(
  prompt: Prompt,
  answer: LeastAnswer,
  context: RequestContext,
): Promise<PromptAdmitted> {
  const documents = await admitDocuments(prompt, answer, context);
  if (documents.kind === 'refused') return documents;
  const wrong = documents.kind === 'invalid' ? documents.violations : [];
  const measure = await measurePrompt(prompt, { model: answer.model, pages: documents.pages }, context);
  if (measure.kind === 'too_long')
    return { kind: 'invalid', reason: 'invalid_parameter', violations: [...wrong, measure.violation] };
  return wrong.length > 0 ? { kind: 'invalid', reason: 'invalid_reference', violations: wrong } : measure;
}
