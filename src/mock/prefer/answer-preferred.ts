import { matchRoute } from '../../../generated/router.ts';
import { invalidRequest } from '../../contract/problem.ts';
import { withCors } from '../../gateway/cors.ts';
import type { GatewayResponse } from '../../gateway/exchange.ts';
import { toTextResponse } from '../control/control-response.ts';
import type { MockCall } from '../mock-call.ts';
import { type BufferedRequest, bufferBody, modelIn, readJson } from '../scenarios/buffer-body.ts';
import type { ScenarioOperation } from '../scenarios/scenarios.ts';
import type { MockSession } from '../sessions/session.ts';
import { declaredExamples, type Forced, forceAnswer, statusFault } from './forced-answer.ts';

/** The response that a header such as `Prefer: code=429` forces, before anything happens; undefined without one. */
export async function answerPreferred(
  { session, request, facts }: MockCall,
  operation: ScenarioOperation,
): Promise<GatewayResponse | undefined> {
  const prefer = request.header('prefer');
  if (prefer === undefined) return undefined;
  const code = readPreference(prefer, 'code');
  const example = readPreference(prefer, 'example');
  if (code === undefined && example === undefined) return undefined;
  const buffered = await bufferBody(request, operation);
  facts.model = modelIn(buffered);
  return force(session, buffered, { operation, status: code === undefined ? 200 : Number(code), example });
}

/** Responds with the requested status of the contract, or lists the declared ones. */
export async function force(
  session: MockSession,
  request: BufferedRequest,
  forced: Forced,
): Promise<GatewayResponse> {
  const requestId = session.ids.requestId();
  const asked = { ...forced, wantsStream: wantsStream(forced.operation, request) };
  const subject = { ...readSubject(request), request: requestId };
  const document = await session.documents.contract();
  const response = forceAnswer(document, { ...asked, subject }) ?? toTextResponse(explain(document, asked));
  return { ...response, headers: withCors({ ...response.headers, 'x-request-id': requestId }) };
}

function readSubject({ method, target }: BufferedRequest) {
  const [path = '', query] = target.split('?', 2);
  const match = matchRoute(method, path);
  const found = match.kind === 'found' ? match.pathParameters : {};
  const model = found.model ?? new URLSearchParams(query).get('model') ?? undefined;
  return { task: found.task_id?.replaceAll(/[^\w-]/g, '?'), model };
}

/** Chat completions stream by default, responses only on request (sections 4.5 and 4.6). */
function wantsStream(operation: ScenarioOperation, request: BufferedRequest): boolean {
  const { stream } = readJson(request.body);
  return operation === 'createChatCompletion' ? stream !== false : stream === true;
}

function explain(document: unknown, asked: Parameters<typeof declaredExamples>[1]) {
  const { operation, status, example } = asked;
  const examples = declaredExamples(document, asked);
  const known = examples.length > 0 ? `; it has ${examples.join(', ')}` : '';
  const message =
    statusFault(document, operation, status) ??
    `${operation} has no example named ${JSON.stringify(example)} for the status ${status}${known}`;
  return invalidRequest('invalid_parameter', [{ path: 'Prefer', rule: 'declared', message }]);
}

function readPreference(prefer: string, name: 'code' | 'example'): string | undefined {
  const value = name === 'code' ? '\\d{3}' : '[\\w-]+';
  return new RegExp(`(?:^|[,;\\s])${name}="?(${value})"?(?=$|[,;\\s])`, 'i').exec(prefer)?.[1];
}
