import type { OperationId } from '../../generated/operations.ts';
import { policies } from '../../generated/policies.ts';
import { callOperation, matchRoute, type RouteMatch } from '../../generated/router.ts';
import type { OperationResponse } from '../../generated/stub.ts';
import { type ProblemResponse, problem } from '../contract/problem.ts';
import { memberOf } from '../contract/violations/pointer.ts';
import { authenticate } from './accounts/authenticate.ts';
import { limitRate, NO_LIMIT } from './accounts/limit-rate.ts';
import { holdAnswer } from './admission/hold-answer.ts';
import { toJsonResponse, toResponse } from './answers/to-response.ts';
import { withCors } from './cors.ts';
import type { ExchangeFacts, GatewayRequest, GatewayResponse } from './exchange.ts';
import { toFailureResponse, unavailable } from './failure-response.ts';
import { FILES_PREFIX } from './media/file-target.ts';
import { serveFile } from './media/serve-file.ts';
import { gatewayOperations } from './operations/operations.ts';
import type { ApiKey } from './ports/store.ts';
import { UnavailableError } from './ports/unavailable.ts';
import { readRequest } from './read-request.ts';
import type { GatewayState } from './request-context.ts';
import { refuseMethod, refusePath } from './unknown-route.ts';
import { warningsFor } from './warnings.ts';

/**
 * Answers a request in these steps: identify the operation, authorise the key, limit its rate, read the parameters,
 * operate, respond. The first refusal ends it; a fault is a 500 in the error envelope.
 */
export async function answerRequest(state: GatewayState, request: GatewayRequest): Promise<GatewayResponse> {
  const requestId = state.ports.ids.requestId();
  const facts: ExchangeFacts = {};
  let response: GatewayResponse;
  try {
    response = await answerRoute(identify(request), { state, request, requestId, facts });
  } catch (error) {
    state.ports.reportFault(error, requestId);
    response = toFault(error, requestId, facts.operationId);
  }
  const { status, body } = response;
  const headers = withCors({ ...response.headers, 'x-request-id': requestId });
  return { status, headers, body, facts: response.facts ? Object.assign(facts, response.facts) : facts };
}

/** What a request line names. */
type Route = { readonly path: string; readonly query: string } & (RouteMatch | { readonly kind: 'file' });

function identify({ method, target }: GatewayRequest): Route {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? '' : target.slice(mark + 1);
  if (!path.startsWith(FILES_PREFIX)) return { ...matchRoute(method, path), path, query };
  if (FILE_METHODS.includes(method)) return { kind: 'file', path, query };
  return { kind: 'method_not_allowed', allow: FILE_METHODS, path, query };
}

const FILE_METHODS: readonly string[] = ['GET', 'HEAD'];

/** A request in progress, with the gateway that answers it and what is known of it so far. */
interface Call {
  readonly state: GatewayState;
  readonly request: GatewayRequest;
  readonly requestId: string;
  readonly facts: ExchangeFacts;
}

function answerRoute(route: Route, call: Call): GatewayResponse | Promise<GatewayResponse> {
  switch (route.kind) {
    case 'found':
      return answerOperation(route, call);
    case 'file':
      return serveFile(call.state, { ...call, path: route.path });
    case 'method_not_allowed':
      return refuseMethod(call.request, route);
    case 'not_found':
      return refusePath(call.request, route.path, call.state.catalogue);
  }
}

type OperationRoute = Extract<Route, { readonly kind: 'found' }>;

async function answerOperation(route: OperationRoute, call: Call): Promise<GatewayResponse> {
  const { state, request, facts } = call;
  facts.operationId = route.operationId;
  const looking = authenticate(state, request.header('authorization'));
  const access = looking instanceof Promise ? await looking : looking;
  if (access.kind === 'refused') return toJsonResponse(access.response);
  const { key } = access;
  facts.accountId = key.accountId;
  const rate = key.rateLimit ? await limitRate(state.ports, key) : NO_LIMIT;
  if (rate.kind === 'refused') return toJsonResponse(rate.response);
  const answer = await (isTextAnswer(route.operationId)
    ? holdAnswer(state.admission.open(key.accountId), () => readAndOperate(route, call, key))
    : readAndOperate(route, call, key));
  const ready = toResponse(answer, request.header('accept-encoding'));
  const response = ready instanceof Promise ? await ready : ready;
  return rate.headers ? { ...response, headers: { ...response.headers, ...rate.headers } } : response;
}

/**
 * Whether an operation responds with a model's answer and so takes as long as the model does; submits return at once.
 */
function isTextAnswer(operationId: OperationId): boolean {
  return operationId === 'createChatCompletion' || operationId === 'createResponse';
}

type Answer = OperationResponse | ProblemResponse;

async function readAndOperate(route: OperationRoute, call: Call, key: ApiKey): Promise<Answer> {
  const { operationId } = route;
  const { state, request, requestId, facts } = call;
  const holding = state.admission.open(key.accountId);
  try {
    const reading = readRequest(request, route, {
      ports: state.ports,
      readings: state.readings,
      key,
      holding,
    });
    const read = reading instanceof Promise ? await reading : reading;
    if (read.kind === 'refused') return read.response;
    const { attachments } = read;
    facts.model = nameOfModel(read.request.body);
    const context = { ...state, request, requestId, key, attachments, facts };
    const answer = await callOperation(gatewayOperations, operationId, read.request, context);
    const warnings = warningsFor(
      { operationId, status: answer.status, body: read.request.body },
      state.catalogue,
    );
    return warnings ? withHeaders(answer, warnings) : answer;
  } finally {
    holding.end();
  }
}

/** The model that a request names; operations on a task take it from the task. */
function nameOfModel(body: unknown): string | undefined {
  const name = memberOf(body, 'model');
  return typeof name === 'string' ? name.slice(0, policies.wording.max_name_characters) : undefined;
}

function withHeaders(
  answer: OperationResponse,
  headers: Readonly<Record<string, string>>,
): OperationResponse {
  return { ...answer, headers: { ...answer.headers, ...headers } } as OperationResponse; // the same with more headers
}

/** The database may be away for a moment; any other fault is a bug. */
function toFault(error: unknown, requestId: string, operationId: OperationId | undefined): GatewayResponse {
  const answer =
    error instanceof UnavailableError
      ? unavailable()
      : problem('internal_error', { values: { request: requestId } });
  return toFailureResponse(answer, operationId);
}
