import type { OperationId } from '../../generated/operations.ts';
import { callOperation, matchRoute, type RouteMatch } from '../../generated/router.ts';
import type { OperationResponse } from '../../generated/stub.ts';
import { closestEndpoint } from '../contract/closest-endpoint.ts';
import { didYouMean } from '../contract/closest-name.ts';
import { type ErrorReason, type ProblemDetails, type ProblemResponse, problem } from '../contract/problem.ts';
import { authenticate } from './accounts/authenticate.ts';
import { createKeyDigests, type KeyDigests } from './accounts/key-digests.ts';
import { limitRate } from './accounts/limit-rate.ts';
import { type Admission, type AdmissionBounds, createAdmission } from './admission/create-admission.ts';
import { holdAnswer } from './admission/hold-answer.ts';
import { createSharedBodies, type SharedBodies } from './catalogue/shared-bodies.ts';
import { CORS_HEADERS, preflight } from './cors.ts';
import type { ExchangeFacts, Gateway, GatewayRequest, GatewayResponse } from './exchange.ts';
import { FILES_PREFIX } from './media/file-target.ts';
import { serveFile } from './media/serve-file.ts';
import { gatewayOperations } from './operations/operations.ts';
import type { Ports } from './ports/ports.ts';
import type { ApiKey } from './ports/store.ts';
import { UnavailableError } from './ports/unavailable.ts';
import { type RequestRead, readRequest } from './read-request.ts';
import { acceptsGzip, type BodyWriter, createBodyWriter, type SerializedBody } from './response-text.ts';
import { cancelTask, finishTask } from './tasks/finish-task.ts';
import type { SuccessStatus } from './tasks/task-record.ts';
import { createPromptCache, type PromptCache } from './text/prompt-cache.ts';
import { unavailable, unavailableOperation } from './unavailable.ts';
import { type WarningHeader, warningsFor } from './warnings.ts';
import { createCallbackDeliverer } from './webhooks/deliver-callback.ts';

interface Core {
  readonly ports: Ports;
  readonly admission: Admission;
  readonly keyDigests: KeyDigests;
  readonly writer: BodyWriter;
  readonly sharedBodies: SharedBodies;
  readonly promptCache: PromptCache;
  readonly successStatus: SuccessStatus;
  readonly keepSeconds: number | undefined;
  readonly offersSamples: boolean;
}

/** Options of a gateway. */
export interface GatewayOptions {
  /** The terminal success value of task records: section 3 names both. */
  readonly successStatus?: SuccessStatus;
  /** How long finished tasks are kept, which also limits their links. For ever by default. */
  readonly keepSeconds?: number | undefined;
  /** Whether sample images of any size may be requested without a key, to use as references offline. */
  readonly offersSamples?: boolean;
  /** What a key and the process may have in progress, where it differs from the policies. */
  readonly bounds?: AdmissionBounds;
}

/** Creates the gateway: request in, response out. It has no timers of its own; due work comes from the queue port. */
export function createGateway(
  ports: Ports,
  { successStatus = 'success', keepSeconds, offersSamples = false, bounds }: GatewayOptions = {},
): Gateway {
  const core = {
    ports,
    admission: createAdmission(bounds),
    keyDigests: createKeyDigests(),
    writer: createBodyWriter(ports.compression),
    sharedBodies: createSharedBodies(),
    promptCache: createPromptCache({ marks: ports.store }),
    successStatus,
    keepSeconds,
    offersSamples,
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
    response =
      error instanceof UnavailableError
        ? toText(unavailable())
        : refusal('internal_error', { values: { request: requestId } });
  }
  const headers = {
    ...response.headers,
    ...CORS_HEADERS,
    'x-request-id': requestId,
  };
  return { status: response.status, headers, body: response.body, about: response.about };
}

function route(
  core: Core,
  request: GatewayRequest,
  requestId: string,
): GatewayResponse | Promise<GatewayResponse> {
  const mark = request.target.indexOf('?');
  const path = mark < 0 ? request.target : request.target.slice(0, mark);
  const query = mark < 0 ? '' : request.target.slice(mark + 1);
  const match = path.startsWith(FILES_PREFIX) ? 'file' : matchRoute(request.method, path);
  if (match === 'file') return routeFile(core, request, path);
  if (match.kind === 'not_found') return unknownPath(request, path);
  if (match.kind === 'method_not_allowed') return wrongMethod(request, path, match.allow);
  return callRoute({ core, request, match, query, requestId });
}

function routeFile(
  core: Core,
  request: GatewayRequest,
  path: string,
): GatewayResponse | Promise<GatewayResponse> {
  const allow = ['GET', 'HEAD'];
  if (!allow.includes(request.method)) return wrongMethod(request, path, allow);
  return serveFile({ ...core, request }, path);
}

function unknownPath(request: GatewayRequest, path: string): GatewayResponse {
  // Without its preflight, a page could not read the 404.
  if (request.method === 'OPTIONS' && request.header('access-control-request-method') !== undefined)
    return preflight(CORS_METHODS, request.header('access-control-request-headers'));
  const hint = didYouMean(closestEndpoint(path));
  return refusal('unknown_path', { values: { path: path.slice(0, 200), hint } });
}

/** The methods of the contract. */
const CORS_METHODS = ['GET', 'POST'];

function wrongMethod(request: GatewayRequest, path: string, allow: readonly string[]): GatewayResponse {
  const { method } = request;
  if (method === 'OPTIONS') return preflight(allow, request.header('access-control-request-headers'));
  const allowed = allow.join(', ');
  return refusal('method_not_allowed', { values: { method, path, allowed }, headers: { allow: allowed } });
}

interface Call {
  readonly core: Core;
  readonly request: GatewayRequest;
  readonly match: Extract<RouteMatch, { kind: 'found' }>;
  readonly query: string;
  readonly requestId: string;
}

async function callRoute(call: Call): Promise<GatewayResponse> {
  const { core, request } = call;
  const { operationId } = call.match;
  try {
    const access = await authenticate(core, request.header('authorization'));
    if (access.kind === 'refused') return toResponse(call, access.response, { about: { operationId } });
    const { key } = access;
    const about = { operationId, accountId: key.accountId, keyDigest: key.digest };
    const rate = await limitRate(core.ports, key);
    if (rate.kind === 'refused') return toResponse(call, rate.response, { about });
    const answer = await (isTextAnswer(operationId)
      ? holdAnswer(core.admission.open(key.accountId), () => readAndAnswer(call, key))
      : readAndAnswer(call, key));
    return toResponse(call, answer, { about, besides: rate.headers });
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    core.ports.reportFault(error, call.requestId);
    return toResponse(call, unavailableOperation(operationId), { about: { operationId } });
  }
}

/** Whether an operation responds with a model's answer, and so lasts as long as the model takes; submits return at once. */
function isTextAnswer(operationId: OperationId): boolean {
  return operationId === 'createChatCompletion' || operationId === 'createResponse';
}

async function readAndAnswer(call: Call, key: ApiKey): Promise<OperationResponse | ProblemResponse> {
  const { ports, admission } = call.core;
  const holding = admission.open(key.accountId);
  try {
    const read = await readRequest(call.request, call, { ports, key, holding });
    if (read.kind === 'refused') return read.response;
    const answer = await answerCall(call, read, key);
    return withWarnings(answer, warningsFor(call.match.operationId, answer.status, read.request.body));
  } finally {
    holding.end();
  }
}

function withWarnings(answer: OperationResponse, warnings: WarningHeader | undefined): OperationResponse {
  if (!warnings) return answer;
  return { ...answer, headers: { ...answer.headers, ...warnings } } as OperationResponse; // the same with one more header
}

function answerCall(
  { core, request, match, requestId }: Call,
  read: Extract<RequestRead, { kind: 'read' }>,
  key: ApiKey,
): Promise<OperationResponse> {
  const { ports, admission, sharedBodies, promptCache, successStatus, keepSeconds } = core;
  return callOperation(gatewayOperations, match.operationId, read.request, {
    ports,
    admission,
    attachments: read.attachments,
    key,
    requestId,
    origin: request.origin,
    sharedBodies,
    promptCache,
    successStatus,
    keepSeconds,
    signal: () => request.signal(),
  });
}

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
} as const;

/** Details of a response besides status and body. */
interface Manner {
  readonly about: ExchangeFacts;
  /** Headers that do not come from the operation. */
  readonly besides?: GatewayResponse['headers'] | undefined;
}

function toResponse(
  { core: { writer, sharedBodies }, request }: Call,
  { status, headers, body }: OperationResponse | ProblemResponse,
  { about, besides }: Manner,
): GatewayResponse | Promise<GatewayResponse> {
  if (Symbol.asyncIterator in body) {
    return { status, headers: { ...headers, ...STREAM_HEADERS, ...besides }, body, about };
  }
  const isShared = sharedBodies.has(body);
  const gzip = isShared && acceptsGzip(request.header('accept-encoding'));
  const isPlain = headers === undefined && besides === undefined;
  const dress = (written: SerializedBody): GatewayResponse => {
    const all = isPlain ? written.headers : { ...written.headers, ...headers, ...besides };
    return { status, headers: all, body: written.body, about };
  };
  const written = writer.write(body, { isShared, acceptsGzip: gzip });
  return written instanceof Promise ? written.then(dress) : dress(written);
}

function refusal(reason: ErrorReason, details: ProblemDetails): GatewayResponse {
  return toText(problem(reason, details));
}

function toText({ status, headers, body }: ProblemResponse): GatewayResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
