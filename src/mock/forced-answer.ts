import { readFile } from 'node:fs/promises';
import { type OperationId, operations } from '../../generated/operations.ts';
import { policies } from '../../generated/policies.ts';
import { type ErrorReason, problem } from '../contract/problem.ts';
import type { ScenarioOperation } from './scenarios/scenarios.ts';

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
}

/** The statuses that an operation declares; those of a download are what the gateway answers there. */
export function declaredStatuses(operation: ScenarioOperation): readonly number[] {
  const table = isOperationId(operation) ? operations[operation].responses : fileReasons;
  return Object.keys(table).map(Number);
}

/** The answer of a declared status as the contract shows it: body and headers of its example. Undefined where there is none. */
export async function forceAnswer(request: ForcedAnswerRequest): Promise<ForcedAnswer | undefined> {
  const { operation, status, message } = request;
  if (!isOperationId(operation)) return fileAnswer(status, message);
  const document = await readDocument();
  const { method, path } = operations[operation];
  const found = resolve(
    document,
    at(document, 'paths', path, method.toLowerCase(), 'responses', String(status)),
  );
  const content = chooseContent(at(found, 'content'), request.wantsStream);
  const value = content && exampleOf(document, content.media, request.example);
  if (!content || value === undefined) return undefined;
  const headers =
    status < 400 ? {} : exampleHeaders(document, at(found, 'headers'), commonHeaders(document, status));
  return {
    status,
    headers: { ...headers, 'content-type': content.type },
    body: typeof value === 'string' ? value : JSON.stringify(withMessage(value, message)),
  };
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
  limit: `${policies.admission.renderings.waiting.per_key} files to be drawn`,
  seconds: policies.admission.retry_after_seconds,
};

function fileAnswer(status: number, message: string | undefined): ForcedAnswer | undefined {
  const reason = fileReasons[status];
  if (!reason) return undefined;
  const { body } = problem(reason, {
    values: { path: '/files', method: 'GET', allowed: 'GET, HEAD', request: 'of this answer', ...fileBound },
  });
  const text = JSON.stringify(withMessage(body, message));
  return { status, headers: { 'content-type': 'application/json' }, body: text };
}

function isOperationId(operation: ScenarioOperation): operation is OperationId {
  return operation in operations;
}

let reading: Promise<unknown> | undefined;

/** The generated document, read when the first answer is forced. */
function readDocument(): Promise<unknown> {
  reading ??= readFile(new URL('../../generated/openapi.json', import.meta.url), 'utf8').then(JSON.parse);
  return reading;
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

/** Headers that come with an answer anyway, and those that only a key with a limit gets. */
function commonHeaders(document: unknown, status: number): ReadonlySet<string> {
  const common = at(document, 'x-common-headers');
  const kinds = status === 429 ? ['every_answer'] : ['every_answer', 'counted_requests'];
  return new Set(kinds.flatMap((kind) => Object.values(Object(at(common, kind)))));
}

function exampleHeaders(
  document: unknown,
  declared: unknown,
  left: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const entries = Object.keys(Object(declared)).flatMap((name) => {
    const value = at(resolve(document, at(declared, name)), 'schema', 'examples', '0');
    return value === undefined || left.has(name) ? [] : [[name.toLowerCase(), String(value)]];
  });
  return Object.fromEntries(entries);
}

/** The body with another text: in the envelope, or at the root of a balance failure (section 7). */
function withMessage(body: unknown, message: string | undefined): unknown {
  if (message === undefined || typeof body !== 'object' || body === null) return body;
  const error = at(body, 'error');
  return error ? { ...body, error: { ...Object(error), message } } : { ...body, message };
}

function resolve(document: unknown, value: unknown): unknown {
  const reference = at(value, '$ref');
  return typeof reference === 'string' ? at(document, ...reference.slice(2).split('/')) : value;
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step)
        ? Reflect.get(inner, step)
        : undefined,
    value,
  );
}
