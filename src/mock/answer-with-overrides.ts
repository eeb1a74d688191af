import { matchRoute } from '../../generated/router.ts';
import type { GatewayRequest, GatewayResponse } from '../gateway/exchange.ts';
import { FILES_PREFIX } from '../gateway/media/file-target.ts';
import { forwardToGateway, type MockCall, type Subject } from './mock-call.ts';
import { answerPreferred } from './prefer/answer-preferred.ts';
import { runScenario } from './scenarios/run-scenario.ts';

/** Answers as the `Prefer` header says, by a scenario, or as the gateway does. */
export async function answerWithOverrides(call: MockCall): Promise<GatewayResponse | 'dropped'> {
  const subject = readSubject(call.request);
  if (!subject) return forwardToGateway(call);
  call.facts.operation = subject.operation;
  return (await answerPreferred(call, subject.operation)) ?? runScenario(call, subject);
}

/** Undefined for a path or method that the contract does not have. */
function readSubject({ method, target }: GatewayRequest): Subject | undefined {
  const [path = ''] = target.split('?', 1);
  if (path.startsWith(FILES_PREFIX)) return { path, operation: 'getFile', pathParameters: {} };
  const match = matchRoute(method, path);
  if (match.kind !== 'found') return undefined;
  return { path, operation: match.operationId, pathParameters: match.pathParameters };
}
