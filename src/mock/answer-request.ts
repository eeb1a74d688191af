import { matchRoute } from '../../generated/router.ts';
import type { GatewayRequest, GatewayResponse } from '../gateway/exchange.ts';
import { FILES_PREFIX } from '../gateway/media/file-target.ts';
import { hintOf } from './accounts.ts';
import { answerPreferred } from './answer-preferred.ts';
import { DroppedConnection } from './dropped-connection.ts';
import type { JournalEntry } from './journal.ts';
import { playScenario } from './scenarios/play-scenario.ts';
import type { ScenarioOperation } from './scenarios/scenarios.ts';
import type { World } from './world.ts';

/** What a request is about, as far as its first line says. */
export interface Subject {
  readonly path: string;
  /** Undefined for a path or method that the contract does not have. */
  readonly operation: ScenarioOperation | undefined;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** An answer, with the number of the scenario that was played. */
export interface Answered {
  readonly response: GatewayResponse | 'dropped';
  readonly scenario?: number;
}

/** Answers a request of the contract: as it prefers, by a scenario, or as the gateway does; and notes it in the journal. */
export async function answerRequest(world: World, request: GatewayRequest): Promise<GatewayResponse> {
  const at = world.clock.now();
  const begun = performance.now();
  const subject = readSubject(request);
  const answered = await answer(world, request, subject);
  const { response, scenario } = answered;
  world.journal.add({
    at,
    method: request.method,
    path: subject.path.slice(0, 500),
    keyHint: readHint(request.header('authorization')),
    operation: subject.operation,
    status: response === 'dropped' ? undefined : response.status,
    taskId: findTaskId(subject, response),
    scenario,
    durationMs: performance.now() - begun,
  } satisfies JournalEntry);
  if (response === 'dropped') throw new DroppedConnection('A scenario dropped the connection.');
  return response;
}

async function answer(world: World, request: GatewayRequest, subject: Subject): Promise<Answered> {
  const { operation } = subject;
  if (operation === undefined) return { response: await world.gateway.handle(request) };
  const preferred = await answerPreferred(world, request, operation);
  if (preferred) return { response: preferred };
  const outlook = world.scenarios.outlook(operation);
  if (outlook === 'none') return { response: await world.gateway.handle(request) };
  return playScenario(world, request, { ...subject, operation });
}

function readSubject({ method, target }: GatewayRequest): Subject {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  if (path.startsWith(FILES_PREFIX)) return { path, operation: 'getFile', pathParameters: {} };
  const match = matchRoute(method, path);
  if (match.kind !== 'found') return { path, operation: undefined, pathParameters: {} };
  return { path, operation: match.operationId, pathParameters: match.pathParameters };
}

/** The same few keys come again and again. */
const hints = new Map<string, string>();
const MOST_HINTS = 1000;

function readHint(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const known = hints.get(authorization);
  if (known !== undefined) return known;
  const key = /^bearer +(\S+)/i.exec(authorization)?.[1];
  if (key === undefined) return undefined;
  if (hints.size >= MOST_HINTS) hints.clear();
  hints.set(authorization, hintOf(key));
  return hints.get(authorization);
}

function findTaskId(
  { operation, path, pathParameters }: Subject,
  response: Answered['response'],
): string | undefined {
  if (operation === 'getTask') return pathParameters.task_id;
  if (operation === 'getFile') return /^\/files\/(task_[^/]+)\//.exec(path)?.[1];
  if (operation !== 'createImage' && operation !== 'createVideo') return undefined;
  if (response === 'dropped' || typeof response.body !== 'string') return undefined;
  return /"task_id":"([^"]+)"/.exec(response.body)?.[1];
}
