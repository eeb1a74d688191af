import { type OperationId, operations } from '../../../generated/operations.ts';
import { policies } from '../../../generated/policies.ts';
import { type ErrorReason, problem } from '../../contract/problem.ts';
import { formatWait } from '../../contract/wait.ts';
import type { ScenarioOperation } from '../scenarios/scenarios.ts';
import { exampleHeaders } from './example-headers.ts';
import { at, readDocument, resolve } from './read-document.ts';

/** An answer that is given without anything happening. */
export interface ForcedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What is asked for. */
export interface ForcedAnswerRequest {
  readonly operation: ScenarioOperation;
  readonly status: number;
  /** Name of the example in the contract; without it, the first. */
  readonly example?: string | undefined;
  /** Text in place of the example's. */
  readonly message?: string | undefined;
  readonly wantsStream: boolean;
  readonly subject: ForcedSubject;
}

/** What the request is about, as its first line names it, and its own id. */
export interface ForcedSubject {
  readonly task: string | undefined;
  readonly model: string | undefined;
  readonly request: string;
}

/** The statuses that an operation declares; those of a download are what the gateway answers there. */
export function declaredStatuses(operation: ScenarioOperation): readonly number[] {
  const table = isOperationId(operation) ? operations[operation].responses : fileReasons;
  return Object.keys(table).map(Number);
}

/** The names of the examples that a declared status has. */
export async function declaredExamples({
  operation,
  status,
  wantsStream,
}: Pick<ForcedAnswerRequest, 'operation' | 'status' | 'wantsStream'>): Promise<readonly string[]> {
  if (!isOperationId(operation)) return [];
  const response = declaredResponse(await readDocument(), operation, status);
  const content = chooseContent(at(response, 'content'), wantsStream);
  return Object.keys(Object(at(content?.media, 'examples')));
}

function declaredResponse(document: unknown, operation: OperationId, status: number): unknown {
  const { method, path } = operations[operation];
  const steps = ['paths', path, method.toLowerCase(), 'responses', String(status)];
  return resolve(document, at(document, ...steps));
}

/** The answer of a declared status as the contract shows it: body and headers of its example. Undefined where there is none. */
export async function forceAnswer(request: ForcedAnswerRequest): Promise<ForcedAnswer | undefined> {
  const { operation, status, message } = request;
  if (!isOperationId(operation)) return fileAnswer(request);
  const document = await readDocument();
  const found = declaredResponse(document, operation, status);
  const content = chooseContent(at(found, 'content'), request.wantsStream);
  const value = content && exampleOf(document, content.media, request.example);
  if (!content || value === undefined) return undefined;
  const headers = exampleHeaders(document, at(found, 'headers'), {
    status,
    isStream: content.type === 'text/event-stream',
    reason: textAt(value, 'error', 'reason'),
    message: textAt(value, 'error', 'message') ?? textAt(value, 'message'),
  });
  return {
    status,
    headers: { ...headers, 'content-type': content.type },
    body: typeof value === 'string' ? value : JSON.stringify(withMessage(ofRequest(value, request), message)),
  };
}

/** The example as it would be for this request: it names the task, the model and the request that are meant. */
function ofRequest(value: unknown, { subject: { task, model, request } }: ForcedAnswerRequest): unknown {
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
  return named === undefined ? value : withMessage(value, text.replace(/^(Task|Model) \S+/, `$1 ${named}`));
}

function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

const fileReasons: Readonly<Record<number, ErrorReason>> = {
  404: 'file_not_found',
  405: 'method_not_allowed',
  410: 'file_expired',
  429: 'too_many_in_progress',
  500: 'internal_error',
  503: 'overloaded',
};

const fileBound = {
  limit: `${policies.admission.renderings.waiting.per_key} files waiting to be rendered`,
  wait: formatWait(policies.admission.retry_after_seconds),
};

function fileAnswer({ status, message, subject }: ForcedAnswerRequest): ForcedAnswer | undefined {
  const reason = fileReasons[status];
  if (!reason) return undefined;
  const { body } = problem(reason, {
    values: { path: '/files', method: 'GET', allowed: 'GET, HEAD', request: subject.request, ...fileBound },
  });
  const text = JSON.stringify(withMessage(body, message));
  const wait =
    status === 429 || status === 503 ? { 'retry-after': String(policies.admission.retry_after_seconds) } : {};
  return { status, headers: { ...wait, 'content-type': 'application/json' }, body: text };
}

function isOperationId(operation: ScenarioOperation): operation is OperationId {
  return operation in operations;
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
