import { policies } from '../../../generated/policies.ts';
import { type ProblemResponse, problem } from '../../contract/problem.ts';
import { formatWait } from '../../contract/wait.ts';

/** Which limit was reached: that of one account, or that of the process. */
export type BoundOf = 'account' | 'process';

/** Refuses a request for lack of capacity: 429 for the limit of its account, 503 for that of the process. */
export function tooMuch(
  bound: BoundOf,
  limit: string,
): ProblemResponse<'too_many_in_progress' | 'overloaded'> {
  const seconds = policies.admission.retry_after_seconds;
  const details = {
    values: { limit, wait: formatWait(seconds) },
    headers: { 'retry-after': String(seconds) },
  };
  return bound === 'account' ? problem('too_many_in_progress', details) : problem('overloaded', details);
}
