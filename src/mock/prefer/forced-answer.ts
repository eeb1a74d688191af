import type { GatewayResponse } from '../../gateway/exchange.ts';
import type { ScenarioOperation } from '../scenarios/scenarios.ts';
import { at, resolve } from './document-parts.ts';
import { exampleHeaders } from './example-headers.ts';

/** The response to force, without any effect. */
export interface Forced {
  readonly operation: ScenarioOperation;
  readonly status: number;
  /** Name of the example in the contract; without it, the first. */
  readonly example?: string | undefined;
  /** Text that replaces the example's. */
  readonly message?: string | undefined;
}

/** The response to force, and the request that it is for. */
export interface ForcedRequest extends Forced {
  readonly wantsStream: boolean;
  /** The task or model in the request line, and the request id. */
  readonly subject: Readonly<Record<'task' | 'model', string | undefined>> & { readonly request: string };
}

/** Why an operation cannot be forced to return a status; undefined when it can. */
export function statusFault(
  document: unknown,
  operation: ScenarioOperation,
  status: number,
): string | undefined {
  const responses = Object.entries(Object(at(findOperation(document, operation), 'responses')));
  const [found] = responses.flatMap(([name, response]) => (name === String(status) ? [response] : []));
  if (found === undefined)
    return `${operation} never returns ${status}; it can return ${responses.map(([name]) => name).join(', ')}`;
  const content = at(resolve(document, found), 'content');
  if (content === undefined || Object.values(Object(content)).some((media) => at(media, 'examples')))
    return undefined;
  return `${operation} returns ${status} with the bytes of a file, and the contract has no example of those: request an existing file instead`;
}

/** The names of the examples that a declared status has. */
export function declaredExamples(
  document: unknown,
  { operation, status, wantsStream }: Omit<ForcedRequest, 'subject'>,
): readonly string[] {
  const response = declaredResponse(document, operation, status);
  const content = chooseContent(at(response, 'content'), wantsStream);
  return Object.keys(Object(at(content?.media, 'examples')));
}

function declaredResponse(document: unknown, operation: ScenarioOperation, status: number): unknown {
  return resolve(document, at(findOperation(document, operation), 'responses', String(status)));
}

function findOperation(document: unknown, operation: ScenarioOperation): unknown {
  return Object.values(Object(at(document, 'paths')))
    .flatMap((item) => Object.values(Object(item)))
    .find((method) => at(method, 'operationId') === operation);
}

/** The response with a declared status as the contract shows it: body and headers of its example. Undefined if there is none. */
export function forceAnswer(document: unknown, request: ForcedRequest): GatewayResponse | undefined {
  const { operation, status, message } = request;
  const found = declaredResponse(document, operation, status);
  const content = chooseContent(at(found, 'content'), request.wantsStream);
  const value = content && exampleOf(document, content.media, request.example);
  if (found === undefined || (content && value === undefined)) return undefined;
  const headers = exampleHeaders(document, at(found, 'headers'), {
    status,
    isStream: content?.type === 'text/event-stream',
    reason: textAt(value, 'error', 'reason'),
    message: textAt(value, 'error', 'message') ?? textAt(value, 'message'),
  });
  if (!content) return { status, headers, body: undefined };
  return {
    status,
    headers: { ...headers, 'content-type': content.type },
    body: typeof value === 'string' ? value : JSON.stringify(withMessage(ofRequest(value, request), message)),
  };
}

/** The example adapted to this request: it names the actual task, model and request. */
function ofRequest(value: unknown, { subject: { task, model, request } }: ForcedRequest): unknown {
  const reason = textAt(value, 'error', 'reason');
  const id = textAt(value, 'id');
  if (reason === undefined) {
    const isTask = task !== undefined && id !== undefined && textAt(value, 'object') === 'task';
    return isTask
      ? JSON.parse(JSON.stringify(value).replaceAll(JSON.stringify(id).slice(1, -1), task))
      : value;
  }
  const text = textAt(value, 'error', 'message') ?? '';
  if (reason === 'internal_error') return withMessage(value, text.replace(/req_\w+/, request));
  const named = { task_not_found: task, model_not_found: model, no_parameter_contract: model }[reason];
  if (named !== undefined) return withMessage(value, text.replace(/^(Task|Model) \S+/, `$1 ${named}`));
  const isOfOther = textAt(value, 'error', 'param') !== undefined || at(value, 'error', 'hold') !== undefined;
  return isOfOther ? withMessage(value, `Example: ${text}`) : value;
}

function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

function chooseContent(content: unknown, wantsStream: boolean) {
  const entries = Object.entries(Object(content)) as readonly (readonly [string, unknown])[]; // of any values
  const wanted = entries.find(([type]) => (type === 'text/event-stream') === wantsStream) ?? entries[0];
  return wanted && { type: wanted[0], media: wanted[1] };
}

function exampleOf(document: unknown, media: unknown, name: string | undefined): unknown {
  const examples = at(media, 'examples');
  const first = name ?? Object.keys(Object(examples))[0] ?? '';
  return at(resolve(document, at(examples, first)), 'value');
}

/** The body with another text: in the envelope, or at the root of a balance failure (section 7). */
function withMessage(body: unknown, message: string | undefined): unknown {
  if (message === undefined || typeof body !== 'object' || body === null) return body;
  const error = at(body, 'error');
  return error ? { ...body, error: { ...Object(error), message } } : { ...body, message };
}
