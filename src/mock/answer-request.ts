import type { GatewayRequest, GatewayResponse } from '../gateway/exchange.ts';
import { FILES_PREFIX } from '../gateway/media/file-target.ts';
import { DroppedConnection } from './dropped-connection.ts';
import { inRealSeconds } from './real-seconds.ts';
import { note } from './request-log/notes.ts';
import type { ScenarioOperation } from './scenarios/scenarios.ts';
import type { World } from './world.ts';

/** What the request line reveals about a request. */
export interface Subject {
  readonly path: string;
  readonly operation: ScenarioOperation;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** An answer, with what it is about and the number of the scenario that was played. */
export interface Answered {
  readonly response: GatewayResponse | 'dropped';
  readonly operation?: ScenarioOperation;
  readonly scenario?: number;
}

/** Answers a request of the contract: as it prefers, by a scenario, or as the gateway does; and notes it in the journal. */
export async function answerRequest(world: World, request: GatewayRequest): Promise<GatewayResponse> {
  const at = world.clock.now();
  const begun = performance.now();
  const isSpecial = !world.scenarios.isEmpty() || request.header('prefer') !== undefined;
  const { response, operation, scenario }: Answered = isSpecial
    ? await (await import('./answer-specially.ts')).answerSpecially(world, request)
    : { response: await world.gateway.handle(request) };
  const answer = response === 'dropped' ? undefined : inRealSeconds(response, world);
  const about = operation ?? answer?.about?.operationId;
  const isSubmit = about === 'createImage' || about === 'createVideo';
  world.journal.add({
    at,
    method: request.method,
    target: request.target,
    authorization: request.header('authorization'),
    operation: about,
    status: answer?.status,
    warning: answer?.headers['x-warning'],
    submitted: isSubmit && typeof answer?.body === 'string' ? answer.body : undefined,
    scenario,
    durationMs: performance.now() - begun,
  });
  note({ operation: about ?? (request.target.startsWith(FILES_PREFIX) ? 'getFile' : undefined), scenario });
  if (!answer) throw new DroppedConnection('A scenario dropped the connection.');
  return answer;
}
