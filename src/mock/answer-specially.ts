import { matchRoute } from '../../generated/router.ts';
import type { GatewayRequest } from '../gateway/exchange.ts';
import { FILES_PREFIX } from '../gateway/media/file-target.ts';
import type { Answered, Subject } from './answer-request.ts';
import { answerPreferred } from './prefer/answer-preferred.ts';
import { playScenario } from './scenarios/play-scenario.ts';
import type { World } from './world.ts';

/** Answers as the request prefers, by a scenario, or as the gateway does. */
export async function answerSpecially(world: World, request: GatewayRequest): Promise<Answered> {
  const subject = readSubject(request);
  if (!subject) return { response: await world.gateway.handle(request) };
  const { operation } = subject;
  const preferred = await answerPreferred(world, request, operation);
  if (preferred) return { response: preferred, operation };
  return { ...(await playScenario(world, request, subject)), operation };
}

/** Undefined for a path or method that the contract does not have. */
function readSubject({ method, target }: GatewayRequest): Subject | undefined {
  const [path = ''] = target.split('?', 1);
  if (path.startsWith(FILES_PREFIX)) return { path, operation: 'getFile', pathParameters: {} };
  const match = matchRoute(method, path);
  if (match.kind !== 'found') return undefined;
  return { path, operation: match.operationId, pathParameters: match.pathParameters };
}
