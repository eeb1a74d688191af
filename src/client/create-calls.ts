import type { Client } from 'openapi-fetch';
import {
  type ClientCalls,
  type ClientOperation,
  type ClientPaths,
  clientOperations,
} from '../../generated/client.ts';
import { GatewrightError, isRecord, toGatewrightError } from './gatewright-error.ts';

/** Options of every call, as its last argument. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * One method per operation of the contract, by operation id. A method resolves to the response body and rejects with a
 * `GatewrightError`; network errors are passed through as `fetch` throws them.
 */
export type Calls = ClientCalls<CallOptions>;

/** Creates the methods from the generated table of operations. */
export function createCalls(raw: Client<ClientPaths>): Calls {
  const calls = Object.entries(clientOperations).map(([operationId, operation]) => [
    operationId,
    (...given: readonly unknown[]) => call(raw, operation, given),
  ]);
  return Object.fromEntries(calls) as Calls; // the interface comes from the same table
}

/** What openapi-fetch accepts and returns, without the types of a specific path. */
type Perform = (method: string, path: string, init: object) => Promise<Performed>;
interface Performed {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

async function call(
  raw: Client<ClientPaths>,
  operation: ClientOperation,
  given: readonly unknown[],
): Promise<unknown> {
  const [input, options] = operation.input === 'none' ? [undefined, given[0]] : given;
  const { headers, signal } = (options ?? {}) as CallOptions; // according to the client's interface
  const perform = raw.request as unknown as Perform; // one table drives all paths, so none can be named here
  const { data, error, response } = await perform(operation.method.toLowerCase(), operation.path, {
    ...toInit(operation, input),
    parseAs: 'text',
    ...(headers === undefined ? {} : { headers }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (!response.ok) throw toGatewrightError(response, error);
  return parseAnswer(data, operation, response);
}

function toInit(operation: ClientOperation, input: unknown): object {
  // Omitting `stream` means a stream on some operations (section 4.5): this client always sends it explicitly.
  if (operation.input === 'body')
    return { body: operation.streams ? { ...Object(input), stream: false } : input };
  const entries = Object.entries(Object(input ?? {}) as Record<string, unknown>); // an object according to the interface
  const from = (place: 'path' | 'query') =>
    Object.fromEntries(entries.filter(([name]) => operation.parameters[name] === place));
  return { params: { path: from('path'), query: from('query') } };
}

function parseAnswer(text: unknown, { method, path }: ClientOperation, response: Response): unknown {
  const answer = toObject(text);
  // Section 7 states this body of the balance endpoints without a status.
  if (answer?.success === false) throw toGatewrightError(response, answer);
  if (answer !== undefined) return answer;
  const what = `${method} ${path} answered ${response.status} with a body that is not a JSON object`;
  return malformedAnswer(`${what}: this does not look like a gateway`, response);
}

function toObject(text: unknown): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(String(text));
    return isRecord(value) && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Throws for a successful answer that violates the contract. */
export function malformedAnswer(message: string, response?: Response): never {
  const requestId = response?.headers.get('x-request-id') ?? undefined;
  throw new GatewrightError({
    status: response?.status ?? 200,
    type: 'bad_gateway',
    reason: 'malformed_answer',
    message,
    ...(requestId === undefined ? {} : { requestId }),
  });
}
