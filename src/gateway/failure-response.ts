import type { OperationId } from '../../generated/operations.ts';
import { policies } from '../../generated/policies.ts';
import { formatWait } from '../contract/plural.ts';
import { type ProblemResponse, problem } from '../contract/problem.ts';
import { toJsonResponse } from './answers/to-response.ts';
import type { GatewayResponse } from './exchange.ts';

/** The 503 while the database is away: the same request may succeed after `Retry-After`. */
export function unavailable(): ProblemResponse<'service_unavailable'> {
  const seconds = policies.database.retry_after_seconds;
  return problem('service_unavailable', {
    values: { wait: formatWait(seconds) },
    headers: { 'retry-after': String(seconds) },
  });
}

/** A failure of the gateway as a response; balance endpoints report a look-up that failed in a form of their own (section 7). */
export function toFailureResponse(
  answer: ProblemResponse,
  operationId: OperationId | undefined,
): GatewayResponse {
  if (operationId === undefined || !BALANCES.has(operationId)) return toJsonResponse(answer);
  return toJsonResponse({ ...answer, body: { success: false, message: answer.body.error.message } });
}

const BALANCES: ReadonlySet<OperationId> = new Set([
  'getUserBalance',
  'getUserBalanceAlias',
  'getKeyBalance',
]);
