import type { GatewayResponse } from '../gateway/exchange.ts';
import { FILES_PREFIX } from '../gateway/media/file-target.ts';
import { DroppedConnection } from './dropped-connection.ts';
import { forwardToGateway, type MockCall } from './mock-call.ts';
import { inRealSeconds } from './real-seconds.ts';

/**
 * Answers a request of the contract: as its `Prefer` header says, by a scenario, or as the gateway does; and records
 * it in the journal.
 */
export async function answerRequest(call: MockCall): Promise<GatewayResponse> {
  const { session, request, facts } = call;
  const at = session.clock.now();
  const begun = performance.now();
  const isSpecial = !session.scenarios.isEmpty() || request.header('prefer') !== undefined;
  const response = isSpecial
    ? await (await import('./answer-with-overrides.ts')).answerWithOverrides(call)
    : await forwardToGateway(call);
  const answer = response === 'dropped' ? undefined : inRealSeconds(response, session);
  facts.operation ??=
    answer?.facts?.operationId ?? (request.target.startsWith(FILES_PREFIX) ? 'getFile' : undefined);
  session.journal.add({
    at,
    method: request.method,
    target: request.target,
    authorization: request.header('authorization'),
    operation: facts.operation,
    status: answer?.status,
    warning: answer?.headers['x-warning'],
    taskId: answer?.facts?.taskId,
    scenario: facts.scenario,
    durationMs: performance.now() - begun,
  });
  if (!answer) throw new DroppedConnection('A scenario dropped the connection.');
  return answer;
}
