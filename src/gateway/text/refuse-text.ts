import type { CatalogueModel } from '../../contract/catalogue.ts';
import { invalidRequest, type ProblemResponse } from '../../contract/problem.ts';
import type { RequestBody } from '../../contract/rules/self.ts';
import { inBodyOrder } from '../../contract/violations/body-order.ts';
import type { Violation } from '../../contract/violations/violation.ts';
import type { RequestContext } from '../request-context.ts';
import { hasMoney } from '../submits/refuse-invalid.ts';
import { type UsableFormat, unfitFormat } from './answer/answer-format.ts';
import { admitPrompt, type WrongPrompt } from './prompt/admit-prompt.ts';
import type { Prompt } from './prompt/prompt.ts';

/** An invalid request for text: its violations, and what can still be checked. */
export interface WrongText {
  readonly body: RequestBody;
  readonly model: CatalogueModel;
  readonly violations: readonly Violation[];
  /** Undefined unless it fits its schema. */
  readonly prompt: Prompt | undefined;
  readonly format: UsableFormat;
}

/**
 * Refuses a request for text with all its violations, including those of its PDFs, of the length of its prompt and of
 * the JSON Schema for its answer. For an account without funds no PDF is read, and no answer searched for.
 */
export async function refuseText(
  { body, model, violations, prompt, format }: WrongText,
  context: RequestContext,
): Promise<ProblemResponse<'invalid_parameter'>> {
  const isWorthReading = prompt !== undefined && (await hasMoney(context));
  const admitted = isWorthReading
    ? await admitPrompt(prompt, { model, maxOutputTokens: 1 }, context)
    : undefined;
  const more = [
    ...(admitted?.kind === 'invalid' ? admitted.violations : []),
    ...(await tryFormat(format, context)),
  ];
  return invalidRequest('invalid_parameter', inBodyOrder([...violations, ...more], body));
}

/** Refuses a request for text for its prompt, and for the JSON Schema for its answer if that is wrong as well. */
export async function refusePrompt(
  { reason, violations }: WrongPrompt,
  { body, format }: Pick<WrongText, 'body' | 'format'>,
  context: RequestContext,
): Promise<ProblemResponse<'invalid_parameter' | 'invalid_reference'>> {
  const unfit = await tryFormat(format, context);
  const all = inBodyOrder([...violations, ...unfit], body);
  return invalidRequest(unfit.length > 0 ? 'invalid_parameter' : reason, all);
}

/** Why no answer can have the format. */
async function tryFormat(format: UsableFormat, context: RequestContext): Promise<readonly Violation[]> {
  const { ports, key, request } = context;
  if (format.kind === 'none' || format.format.kind !== 'schema') return [];
  if (!(await hasMoney(context))) return [];
  const trial = { owner: key.accountId, signal: request.signal() };
  const unfit = await ports.textEngine.tryFormat?.(format.format, trial);
  return unfit ? [unfitFormat(format.path, unfit)] : [];
}
