import { type OperationId, operations } from '../../generated/operations.ts';
import { policies } from '../../generated/policies.ts';
import type { ValidatedRequest } from '../../generated/router.ts';
import { type ProblemResponse, problem } from '../contract/problem.ts';
import { isWithinStructure } from './body-structure.ts';
import type { GatewayRequest } from './exchange.ts';

/** The parts of a request that an operation receives, or why it cannot be read. */
export type RequestRead =
  | { readonly kind: 'read'; readonly request: ValidatedRequest; readonly bodyBytes: Uint8Array }
  | {
      readonly kind: 'refused';
      readonly response: ProblemResponse<
        'invalid_json' | 'invalid_body' | 'invalid_parameter' | 'body_too_large'
      >;
    };

interface Found {
  readonly match: {
    readonly operationId: OperationId;
    readonly pathParameters: Readonly<Record<string, string>>;
  };
  /** As sent, without the question mark. */
  readonly query: string;
}

const NOTHING: Readonly<Record<string, string>> = Object.freeze({});
const NO_BYTES = new Uint8Array();
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** Reads query, declared headers and body of a request for an operation. */
export async function readRequest(request: GatewayRequest, found: Found): Promise<RequestRead> {
  const { operationId, pathParameters: path } = found.match;
  const { requiredQuery, headerNames, maxBytes } = readingOf(operationId);
  const query = found.query === '' ? NOTHING : parseQuery(found.query);
  const missing = requiredQuery.find((name) => !query[name]);
  if (missing !== undefined) {
    const detail = `The query parameter ${missing} is required.`;
    return refuse(problem('invalid_parameter', { values: { detail }, param: missing }));
  }
  const headers = readHeaders(request, headerNames);
  if (maxBytes === undefined) return { kind: 'read', request: { path, query, headers }, bodyBytes: NO_BYTES };
  const bytes = await request.readBody(maxBytes);
  if (bytes === 'too_large') return refuse(problem('body_too_large', { values: { max: maxBytes } }));
  if (bytes === 'aborted') {
    return refuse(problem('invalid_json', { values: { detail: 'the client left before its end.' } }));
  }
  const { max_structure_bytes: most } = policies.requests;
  if (!isWithinStructure(bytes, most)) {
    const detail = `The body has more than ${most} bytes besides the contents of its strings.`;
    return refuse(problem('invalid_parameter', { values: { detail }, param: '' }));
  }
  const parsed = parseBody(bytes);
  if (parsed.kind === 'refused') return parsed;
  return { kind: 'read', request: { path, query, headers, body: parsed.body }, bodyBytes: bytes };
}

/** What there is to read for an operation. */
interface Reading {
  readonly requiredQuery: readonly string[];
  /** In lower case. */
  readonly headerNames: readonly string[];
  /** Undefined for an operation without a body. */
  readonly maxBytes: number | undefined;
}

const readings = new Map<OperationId, Reading>();

function readingOf(operationId: OperationId): Reading {
  const known = readings.get(operationId);
  if (known) return known;
  const { parameters, body } = operations[operationId];
  const limits: Readonly<Partial<Record<string, number>>> = policies.requests.max_body_bytes;
  const reading = {
    requiredQuery: parameters.filter((one) => one.in === 'query' && one.required).map(({ name }) => name),
    headerNames: parameters.filter((one) => one.in === 'header').map(({ name }) => name.toLowerCase()),
    maxBytes: body ? (limits[operationId] ?? policies.requests.max_body_bytes.default) : undefined,
  };
  readings.set(operationId, reading);
  return reading;
}

function parseQuery(query: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(query));
}

function readHeaders(request: GatewayRequest, names: readonly string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const name of names) {
    const value = request.header(name);
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}

type BodyParse =
  | { readonly kind: 'parsed'; readonly body: object }
  | Extract<RequestRead, { readonly kind: 'refused' }>;

function parseBody(bytes: Uint8Array): BodyParse {
  let body: unknown;
  try {
    body = JSON.parse(utf8.decode(bytes));
  } catch (error) {
    const detail =
      bytes.length === 0
        ? 'it is empty.'
        : error instanceof SyntaxError
          ? `${error.message}.`
          : 'it is not UTF-8.';
    return refuse(problem('invalid_json', { values: { detail }, param: '' }));
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return refuse(problem('invalid_body', { param: '' }));
  return { kind: 'parsed', body };
}

function refuse<Response>(response: Response): { readonly kind: 'refused'; readonly response: Response } {
  return { kind: 'refused', response };
}
