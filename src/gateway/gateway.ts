import { callOperation, matchRoute, type RouteMatch } from '../../generated/router.ts';
import type { OperationResponse } from '../../generated/stub.ts';
import { type ErrorReason, type ProblemDetails, type ProblemResponse, problem } from '../contract/problem.ts';
import { authenticate } from './accounts/authenticate.ts';
import { createKeyDigests, type KeyDigests } from './accounts/key-digests.ts';
import { limitRate } from './accounts/limit-rate.ts';
import { createSharedBodies, type SharedBodies } from './catalogue/shared-bodies.ts';
import { corsHeaders, preflight } from './cors.ts';
import type { ExchangeFacts, Gateway, GatewayRequest, GatewayResponse } from './exchange.ts';
import { FILES_PREFIX } from './media/file-target.ts';
import { serveFile } from './media/serve-file.ts';
import { gatewayOperations } from './operations/operations.ts';
import type { Ports } from './ports/ports.ts';
import type { ApiKey } from './ports/store.ts';
import { readRequest } from './read-request.ts';
import { acceptsGzip, type BodyWriter, createBodyWriter } from './response-text.ts';
import { cancelTask, finishTask } from './tasks/finish-task.ts';
import type { SuccessStatus } from './tasks/task-record.ts';
import { createPromptCache, type PromptCache } from './text/prompt-cache.ts';
import { createCallbackDeliverer } from './webhooks/deliver-callback.ts';

interface Core {
  readonly ports: Ports;
  readonly keyDigests: KeyDigests;
  readonly writer: BodyWriter;
  readonly sharedBodies: SharedBodies;
  readonly promptCache: PromptCache;
  readonly successStatus: SuccessStatus;
}

/** What can be chosen of a gateway's ways. */
export interface GatewayOptions {
  /** The terminal success value of task records: section 3 names both. */
  readonly successStatus?: SuccessStatus;
}

/** Creates the gateway: call in, result out. It has no timers of its own; due work comes from the queue port. */
export function createGateway(ports: Ports, { successStatus = 'success' }: GatewayOptions = {}): Gateway {
  const keyDigests = createKeyDigests(ports.digest);
  const core = {
    ports,
    keyDigests,
    writer: createBodyWriter(ports.compression),
    sharedBodies: createSharedBodies(),
    promptCache: createPromptCache(),
    successStatus,
  };
  const callbacks = createCallbackDeliverer(ports);
  ports.queue.onDue(({ kind, taskId }) =>
    kind === 'deliver_callback' ? callbacks.deliver(taskId) : finishTask(core, taskId),
  );
  return {
    handle: (request) => handle(core, request),
    resendCallback: (taskId) => callbacks.resend(taskId),
    cancelTask: (taskId) => cancelTask(ports, taskId),
  };
}

async function handle(core: Core, request: GatewayRequest): Promise<GatewayResponse> {
  const requestId = core.ports.ids.requestId();
  let response: GatewayResponse;
  try {
    response = await route(core, request, requestId);
  } catch (error) {
    core.ports.reportFault(error, requestId);
    response = refusal('internal_error', { values: { request: requestId } });
  }
  return {
    ...response,
    headers: { ...response.headers, ...corsHeaders(request.header('origin')), 'x-request-id': requestId },
  };
}

async function route(core: Core, request: GatewayRequest, requestId: string): Promise<GatewayResponse> {
  const mark = request.target.indexOf('?');
  const path = mark < 0 ? request.target : request.target.slice(0, mark);
  const query = mark < 0 ? '' : request.target.slice(mark + 1);
  const match = path.startsWith(FILES_PREFIX) ? 'file' : matchRoute(request.method, path);
  if (match === 'file') return routeFile(core, request.method, path);
  if (match.kind === 'not_found') return refusal('unknown_path', { values: { path: path.slice(0, 200) } });
  if (match.kind === 'method_not_allowed') return wrongMethod(request.method, path, match.allow);
  return callRoute(core, request, { match, query, requestId });
}

async function routeFile(core: Core, method: string, path: string): Promise<GatewayResponse> {
  const allow = ['GET', 'HEAD'];
  return allow.includes(method) ? serveFile(core, path) : wrongMethod(method, path, allow);
}

function wrongMethod(method: string, path: string, allow: readonly string[]): GatewayResponse {
  if (method === 'OPTIONS') return preflight(allow);
  const allowed = allow.join(', ');
  return refusal('method_not_allowed', { values: { method, path, allowed }, headers: { allow: allowed } });
}

interface Call {
  readonly match: Extract<RouteMatch, { kind: 'found' }>;
  readonly query: string;
  readonly requestId: string;
}

async function callRoute(core: Core, request: GatewayRequest, call: Call): Promise<GatewayResponse> {
  const { operationId } = call.match;
  const access = await authenticate(
    { store: core.ports.store, keyDigests: core.keyDigests },
    request.header('authorization'),
  );
  if (access.kind === 'refused')
    return withAbout(await toResponse(core, request, access.response), { operationId });
  const { key } = access;
  const rate = await limitRate(core.ports, key);
  const answer = rate.kind === 'refused' ? rate.response : await answerCall(core, request, { ...call, key });
  const response = await toResponse(core, request, answer);
  const headers = rate.kind === 'allowed' ? { ...response.headers, ...rate.headers } : response.headers;
  return withAbout(
    { ...response, headers },
    { operationId, accountId: key.accountId, keyDigest: key.digest },
  );
}

async function answerCall(
  { ports, sharedBodies, promptCache, successStatus }: Core,
  request: GatewayRequest,
  { match: { operationId, pathParameters }, query, requestId, key }: Call & { readonly key: ApiKey },
): Promise<OperationResponse | ProblemResponse> {
  const read = await readRequest(request, { operationId, path: pathParameters, query });
  if (read.kind === 'refused') return read.response;
  const context = {
    ports,
    sharedBodies,
    promptCache,
    successStatus,
    key,
    requestId,
    origin: request.origin,
    bodyBytes: read.bodyBytes,
    signal: () => request.signal(),
  };
  return callOperation(gatewayOperations, operationId, read.request, context);
}

function withAbout(response: GatewayResponse, about: ExchangeFacts): GatewayResponse {
  return { ...response, about };
}

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
} as const;

async function toResponse(
  { writer, sharedBodies }: Core,
  request: GatewayRequest,
  response: OperationResponse | ProblemResponse,
): Promise<GatewayResponse> {
  const { status, headers = {}, body } = response;
  if (Symbol.asyncIterator in body) {
    return { status, headers: { ...headers, ...STREAM_HEADERS }, body };
  }
  const isShared = sharedBodies.has(body);
  const gzip = isShared && acceptsGzip(request.header('accept-encoding'));
  const written = await writer.write(body, { isShared, acceptsGzip: gzip });
  return { status, headers: { ...written.headers, ...headers }, body: written.body };
}

function refusal(reason: ErrorReason, details: ProblemDetails): GatewayResponse {
  const { status, headers, body } = problem(reason, details);
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
