import { problem } from '../contract/problem.ts';
import type { Gateway, GatewayRequest, GatewayResponse } from '../gateway/exchange.ts';
import type { Ports } from '../gateway/ports/ports.ts';
import { answerRequest } from './answer-request.ts';
import { type Admission, createControlAccess } from './control/control-access.ts';
import { toTextResponse } from './control/control-response.ts';
import { isControl } from './control/is-control.ts';
import { isLoopback } from './control/is-loopback.ts';
import { DroppedConnection } from './dropped-connection.ts';
import type { OwnHostsOptions } from './own-hosts.ts';
import { answerFront, findFront } from './page/front.ts';
import { readSession, SESSION_HEADER, type SessionRead } from './read-session.ts';
import { note } from './request-log/notes.ts';
import type { Sessions } from './sessions.ts';

/** Creates the gateway behind a mock's shells: the control plane, and the gateway of each session. */
export function createMockGateway(sessions: Sessions, { reportFault, access }: MockGatewayOptions): Gateway {
  const shared = () => sessions.get(undefined).gateway;
  const core = { sessions, reportFault, ...createStamp(), admit: createControlAccess(access) };
  return {
    handle: (request) => handle(core, request),
    resendCallback: (taskId) => shared().resendCallback(taskId),
    cancelTask: (taskId) => shared().cancelTask(taskId),
  };
}

/** Where faults are reported, and who may use the control plane. */
export interface MockGatewayOptions {
  readonly reportFault: Ports['reportFault'];
  readonly access?: OwnHostsOptions | undefined;
}

interface MockCore {
  readonly sessions: Sessions;
  readonly admit: (request: GatewayRequest) => Admission;
  readonly reportFault: Ports['reportFault'];
  readonly nextRequestId: () => string;
  /** Adds an `x-request-id` to a response of the mock itself. */
  readonly stamp: (response: GatewayResponse, requestId?: string) => GatewayResponse;
}

/** A separate counter: identifiers of a seeded gateway do not depend on calls of the control plane. */
function createStamp(): Pick<MockCore, 'nextRequestId' | 'stamp'> {
  let answers = 0;
  const nextRequestId = () => `req_mock${(answers++).toString(36)}`;
  return {
    nextRequestId,
    stamp: (response, requestId = nextRequestId()) => ({
      ...response,
      headers: { ...response.headers, 'x-request-id': requestId },
    }),
  };
}

type ReadSession = Extract<SessionRead, { kind: 'read' }>;

async function handle(core: MockCore, request: GatewayRequest): Promise<GatewayResponse> {
  try {
    return await route(core, request);
  } catch (error) {
    if (error instanceof DroppedConnection) throw error;
    const requestId = core.nextRequestId();
    core.reportFault(error, requestId);
    const response = problem('internal_error', { values: { request: requestId } });
    return core.stamp(toTextResponse(response), requestId);
  }
}

function route(core: MockCore, request: GatewayRequest): GatewayResponse | Promise<GatewayResponse> {
  const { sessions, stamp } = core;
  const read = readSession(request);
  if (read.kind === 'refused') return stamp(toTextResponse(read.response));
  if (read.session === undefined) return answer(core, request, read);
  note({ session: read.session });
  return answer(core, request, read).finally(sessions.hold(read.session));
}

function answer(core: MockCore, request: GatewayRequest, read: ReadSession): Promise<GatewayResponse> {
  const { sessions, stamp } = core;
  if (isControl(read.request.target)) return steer(core, request, read);
  const world = sessions.get(read.session);
  const front = findFront(read.request.target);
  if (front) return answerFront(front, world, read.request).then((response) => stamp(response));
  const answered = answerRequest(isLoopback(request.peer) ? world : world.forRemoteCallers(), read.request);
  return request.method === 'OPTIONS' ? answered.then(withMockHeaders) : answered;
}

/** Admits by the request as it arrived: a session in its path is not part of its origin. */
async function steer(
  { sessions, stamp, admit }: MockCore,
  request: GatewayRequest,
  read: ReadSession,
): Promise<GatewayResponse> {
  const admission = admit(request);
  if (admission.kind === 'refused') return stamp(toTextResponse(admission.response));
  // Many mocks are never controlled.
  const { answerControl } = await import('./control/control-plane.ts');
  const response = await answerControl(sessions, read);
  return stamp({ ...response, headers: withBoth(response.headers, admission.headers) });
}

type Headers = GatewayResponse['headers'];

/** The response depends on the request headers of both: the values of `Vary` are merged. */
function withBoth(headers: Headers, more: Headers): Headers {
  const names = [headers.vary, more.vary].filter((names) => names !== undefined);
  return { ...headers, ...more, ...(names.length > 0 ? { vary: names.join(', ') } : {}) };
}

/** A page may send the headers that a mock reads, in addition to those of the contract. */
function withMockHeaders(response: GatewayResponse): GatewayResponse {
  const name = 'access-control-allow-headers';
  const allowed = response.headers[name];
  if (allowed === undefined) return response;
  return { ...response, headers: { ...response.headers, [name]: `${allowed}, ${SESSION_HEADER}, prefer` } };
}
