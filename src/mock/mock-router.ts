import { problem } from '../contract/problem.ts';
import { followResponse } from '../gateway/answers/follow-response.ts';
import type { Gateway, GatewayRequest, GatewayResponse } from '../gateway/exchange.ts';
import type { Ports } from '../gateway/ports/ports.ts';
import { answerRequest } from './answer-request.ts';
import { type Admission, createControlAccess } from './control/control-access.ts';
import { toTextResponse } from './control/control-response.ts';
import { isControl } from './control/is-control.ts';
import { isLoopback } from './control/is-loopback.ts';
import { DroppedConnection } from './dropped-connection.ts';
import type { MockFacts } from './mock-call.ts';
import type { OwnHostsOptions } from './own-hosts.ts';
import { answerMockPage, findMockPage } from './page/page-routes.ts';
import { readSession, SESSION_HEADER, type SessionRead } from './sessions/read-session.ts';
import type { Sessions } from './sessions/sessions.ts';

/** Creates the gateway behind a mock's shells: the control plane, and the gateway of each session. */
export function createMockRouter(
  sessions: Sessions,
  { reportFault, access, remotePorts }: MockRouterOptions,
): MockActions {
  const shared = () => sessions.get(undefined).gateway;
  const core = { sessions, reportFault, remotePorts, ...createStamp(), admit: createControlAccess(access) };
  return {
    handle: (request, facts) => handle(core, request, facts),
    resendCallback: (taskId) => shared().resendCallback(taskId),
    cancelTask: (taskId) => shared().cancelTask(taskId),
  };
}

/** Handles a request, and fills in the facts about it. */
export type MockHandle = (request: GatewayRequest, facts: MockFacts) => Promise<GatewayResponse>;

/** The gateway behind the shells of a mock. */
export interface MockActions extends Omit<Gateway, 'handle'> {
  readonly handle: MockHandle;
}

/** Where faults are reported, and who may use the control plane. */
export interface MockRouterOptions {
  /** What reads references and documents for callers on other machines. */
  readonly remotePorts: Partial<Ports>;
  readonly reportFault: Ports['reportFault'];
  readonly access?: OwnHostsOptions | undefined;
}

interface MockCore {
  readonly sessions: Sessions;
  readonly admit: (request: GatewayRequest) => Admission;
  readonly reportFault: Ports['reportFault'];
  readonly remotePorts: Partial<Ports>;
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

interface SessionCall {
  readonly read: ReadSession;
  readonly facts: MockFacts;
}

async function handle(core: MockCore, request: GatewayRequest, facts: MockFacts): Promise<GatewayResponse> {
  try {
    return await route(core, request, facts);
  } catch (error) {
    if (error instanceof DroppedConnection) throw error;
    const requestId = core.nextRequestId();
    core.reportFault(error, requestId);
    const response = problem('internal_error', { values: { request: requestId } });
    return core.stamp(toTextResponse(response), requestId);
  }
}

function route(
  core: MockCore,
  request: GatewayRequest,
  facts: MockFacts,
): GatewayResponse | Promise<GatewayResponse> {
  const read = readSession(request);
  if (read.kind === 'refused') return core.stamp(toTextResponse(read.response));
  const { sessionName } = read;
  return sessionName === undefined
    ? answer(core, request, { read, facts })
    : answerInSession(core, request, { read, facts, sessionName });
}

/** The session is kept until the response has been read. */
async function answerInSession(
  core: MockCore,
  request: GatewayRequest,
  { read, facts, sessionName }: SessionCall & { readonly sessionName: string },
): Promise<GatewayResponse> {
  const { sessions } = core;
  facts.session = sessionName;
  const release = sessions.hold(sessionName);
  try {
    return followResponse(await answer(core, request, { read, facts }), release);
  } catch (error) {
    release();
    throw error;
  }
}

function answer(
  core: MockCore,
  request: GatewayRequest,
  { read, facts }: SessionCall,
): Promise<GatewayResponse> {
  const { sessions, stamp, remotePorts } = core;
  if (isControl(read.request.target)) return answerControlCall(core, request, read);
  const session = sessions.get(read.sessionName);
  const front = findMockPage(read.request.target, session.catalogue);
  if (front) return answerMockPage(front, session, read.request).then((response) => stamp(response));
  const ports = isLoopback(request.peer) ? undefined : remotePorts;
  const answered = answerRequest({ session, request: read.request, ports, facts });
  return request.method === 'OPTIONS' ? answered.then(withMockHeaders) : answered;
}

/** Admits a call by the request as it arrived: a session in its path is not part of its origin. */
async function answerControlCall(
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
