import { policies } from '../../../generated/policies.ts';
import { formatWait } from '../../contract/plural.ts';
import { type ProblemResponse, problem } from '../../contract/problem.ts';

/** Which limit was reached: that of one account, or that of the process. */
export type BoundOf = 'account' | 'process';

/** Why a request is refused for lack of capacity: 429 for the limit of its account, 503 for that of the process. */
export type TooMuch = 'too_many_in_progress' | 'overloaded';

/** The response to a request for which there is no capacity. */
export function tooMuch(bound: BoundOf, limit: string): ProblemResponse<TooMuch> {
  const seconds = policies.admission.retry_after_seconds;
  const details = {
    values: { limit, wait: formatWait(seconds) },
    headers: { 'retry-after': String(seconds) },
  };
  return bound === 'account' ? problem('too_many_in_progress', details) : problem('overloaded', details);
}
