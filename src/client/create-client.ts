import createFetchClient, { type Client } from 'openapi-fetch';
import {
  type ClientCalls,
  type ClientOperation,
  type ClientPaths,
  clientOperations,
} from '../../generated/client.ts';
import { GatewrightError, toGatewrightError } from './gatewright-error.ts';

/** Address of the service and API key; `fetch` replaces the global one (tests, proxies, retries). */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Options of every call, as its last argument. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * The typed client: one method per operation of the contract. A method resolves to the response body and rejects
 * with a `GatewrightError`; network errors are passed through as `fetch` throws them.
 */
export interface GatewrightClient extends ClientCalls<CallOptions> {
  /** The openapi-fetch client over the same paths: for models without a contract, and for streams. */
  readonly raw: Client<ClientPaths>;
}

/** Creates a client; it has no connection and no state. */
export function createGatewrightClient({ baseUrl, apiKey, fetch }: ClientOptions): GatewrightClient {
  const raw = createFetchClient<ClientPaths>({
    baseUrl,
    headers: { authorization: `Bearer ${apiKey}` },
    ...(fetch === undefined ? {} : { fetch }),
  });
  const calls = Object.entries(clientOperations).map(([operationId, operation]) => [
    operationId,
    (...given: readonly unknown[]) => call(raw, operation, given),
  ]);
  // The methods come from the same generated table as the interface, one by one.
  return { ...(Object.fromEntries(calls) as ClientCalls<CallOptions>), raw };
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
  try {
    return JSON.parse(String(text));
  } catch {
    const requestId = response.headers.get('x-request-id');
    throw new GatewrightError({
      status: response.status,
      type: 'bad_gateway',
      reason: 'malformed_answer',
      message: `${method} ${path} answered ${response.status} with a body that is not JSON`,
      ...(requestId === null ? {} : { requestId }),
    });
  }
}
