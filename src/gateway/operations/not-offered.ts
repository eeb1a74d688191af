import { type ProblemResponse, problem } from '../../contract/problem.ts';

/** An operation that this gateway does not offer: 501 in the envelope. */
export async function notOffered(operation: string): Promise<ProblemResponse<'not_offered'>> {
  return problem('not_offered', { values: { operation } });
}
