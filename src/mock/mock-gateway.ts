import { problem } from '../contract/problem.ts';
import type { Gateway, GatewayRequest, GatewayResponse } from '../gateway/exchange.ts';
import type { Ports } from '../gateway/ports/ports.ts';
import { answerRequest } from './answer-request.ts';
import { answerControl, CONTROL_PREFIX } from './control/control-plane.ts';
import { toTextResponse } from './control/control-response.ts';
import { DroppedConnection } from './dropped-connection.ts';
import { readSession, SESSION_HEADER } from './read-session.ts';
import type { Sessions } from './sessions.ts';

/** Creates the gateway that a mock's shells see: the control plane, and behind it the gateway of each session. */
export function createMockGateway(sessions: Sessions, reportFault: Ports['reportFault']): Gateway {
  const shared = () => sessions.get(undefined).gateway;
  const stamp = createStamp();
  return {
    handle: (request) => handle({ sessions, reportFault, stamp }, request),
    resendCallback: (taskId) => shared().resendCallback(taskId),
    cancelTask: (taskId) => shared().cancelTask(taskId),
  };
}

interface MockCore {
  readonly sessions: Sessions;
  readonly reportFault: Ports['reportFault'];
  /** Gives an answer of the mock itself its `x-request-id`. */
  readonly stamp: (response: GatewayResponse) => GatewayResponse;
}

/** Counts by itself: identifiers of a seeded gateway do not depend on how often the mock is asked about it. */
function createStamp(): MockCore['stamp'] {
  let answers = 0;
  return (response) => {
    const requestId = `req_mock${(answers++).toString(36)}`;
    return { ...response, headers: { ...response.headers, 'x-request-id': requestId } };
  };
}

async function handle(core: MockCore, request: GatewayRequest): Promise<GatewayResponse> {
  try {
    return await route(core, request);
  } catch (error) {
    if (error instanceof DroppedConnection) throw error;
    core.reportFault(error, 'mock');
    return core.stamp(toTextResponse(problem('internal_error', { values: { request: 'mock' } })));
  }
}

function route(
  { sessions, stamp }: MockCore,
  request: GatewayRequest,
): GatewayResponse | Promise<GatewayResponse> {
  const read = readSession(request);
  if (read.kind === 'refused') return stamp(toTextResponse(read.response));
  if (read.request.target.startsWith(CONTROL_PREFIX)) return answerControl(sessions, read).then(stamp);
  const answer = answerRequest(sessions.get(read.session), read.request);
  return request.method === 'OPTIONS' ? answer.then(withMockHeaders) : answer;
}

/** A page may send what a mock reads besides the headers of the contract. */
function withMockHeaders(response: GatewayResponse): GatewayResponse {
  const name = 'access-control-allow-headers';
  const allowed = response.headers[name];
  if (allowed === undefined) return response;
  return { ...response, headers: { ...response.headers, [name]: `${allowed}, ${SESSION_HEADER}, prefer` } };
}
