import { type OperationId, operations } from '../../generated/operations.ts';
import { policies } from '../../generated/policies.ts';
import type { ValidatedRequest } from '../../generated/router.ts';
import type { Catalogue } from '../contract/catalogue.ts';
import { invalidRequest, problem, type Refused, refused } from '../contract/problem.ts';
import { isOddText, oddText } from '../contract/violations/odd-text.ts';
import type { Holding } from './admission/create-admission.ts';
import { type Attachments, NO_ATTACHMENTS } from './body/attachments.ts';
import { bodyReadingOf } from './body/body-reading.ts';
import { parseBody } from './body/parse-body.ts';
import type { BodyReading } from './body/read-body.ts';
import { receiveBody } from './body/receive-body.ts';
import type { GatewayRequest } from './exchange.ts';
import type { Ports } from './ports/ports.ts';
import type { ApiKey } from './ports/store.ts';
import { whenReady } from './when-ready.ts';

/** The parts of a request that an operation receives, or why it cannot be read. */
export type RequestRead =
  | { readonly kind: 'read'; readonly request: ValidatedRequest; readonly attachments: Attachments }
  | Refused;

/** The ports to read with, how each operation is read, the key of the request, and the capacity for a large body. */
export interface RequestReader {
  readonly ports: Pick<Ports, 'bodyReader' | 'digest' | 'reportFault' | 'store'>;
  readonly readings: RequestReadings;
  readonly key: ApiKey;
  readonly holding: Holding;
}

interface OperationRoute {
  readonly operationId: OperationId;
  readonly pathParameters: Readonly<Record<string, string>>;
  /** As sent, without the question mark. */
  readonly query: string;
}

const NOTHING: Readonly<Record<string, string>> = Object.freeze({});

/** Reads query, declared headers and body of a request for an operation: at once unless its body has to be awaited. */
export function readRequest(
  request: GatewayRequest,
  route: OperationRoute,
  reader: RequestReader,
): RequestRead | Promise<RequestRead> {
  const { operationId, pathParameters: path } = route;
  const reading = reader.readings(operationId);
  const { requiredQuery, parameterNames, headerNames } = reading;
  const query = route.query === '' ? NOTHING : Object.fromEntries(new URLSearchParams(route.query));
  const missing = requiredQuery.find((name) => !query[name]);
  if (missing !== undefined) {
    const detail = `The query parameter ${missing} is required.`;
    return refused(problem('invalid_parameter', { values: { detail }, param: missing }));
  }
  const odd = request.target.includes('%00')
    ? findOddParameter({ ...path, ...query }, parameterNames)
    : undefined;
  if (odd !== undefined) return refused(invalidRequest('invalid_parameter', [oddText(odd, odd)]));
  const parts = { path, query, headers: readHeaders(request, headerNames) };
  const { maxBytes, body } = reading;
  if (maxBytes === undefined) return { kind: 'read', request: parts, attachments: NO_ATTACHMENTS };
  const receiving = receiveBody(request, { maxBytes, maxRestBytes: body.maxRestBytes }, reader);
  const parsing = whenReady(receiving, (received) =>
    received.kind === 'refused' ? received : parseBody(received.bytes, body, { reader, request }),
  );
  return whenReady(parsing, (parsed) => {
    if (parsed.kind === 'refused') return parsed;
    return { kind: 'read', request: { ...parts, body: parsed.value }, attachments: parsed.attachments };
  });
}

/** What is read of the requests for an operation. */
interface RequestReading {
  readonly requiredQuery: readonly string[];
  /** Path and query parameters. */
  readonly parameterNames: readonly string[];
  /** In lower case. */
  readonly headerNames: readonly string[];
  /** Undefined for an operation without a body. */
  readonly maxBytes: number | undefined;
  readonly body: BodyReading;
}

export type RequestReadings = (operationId: OperationId) => RequestReading;

/** How the requests for each operation are read, worked out once. */
export function createRequestReadings(catalogue: Catalogue): RequestReadings {
  const readings = new Map<OperationId, RequestReading>();
  return (operationId) => {
    const reading = readings.get(operationId) ?? readingOf(operationId, catalogue);
    readings.set(operationId, reading);
    return reading;
  };
}

function readingOf(operationId: OperationId, catalogue: Catalogue): RequestReading {
  const { parameters, body } = operations[operationId];
  const limits: Readonly<Partial<Record<string, number>>> = policies.requests.max_body_bytes;
  return {
    requiredQuery: parameters.filter((one) => one.in === 'query' && one.required).map(({ name }) => name),
    parameterNames: parameters.filter((one) => one.in !== 'header').map(({ name }) => name),
    headerNames: parameters.filter((one) => one.in === 'header').map(({ name }) => name.toLowerCase()),
    maxBytes: body ? (limits[operationId] ?? policies.requests.max_body_bytes.default) : undefined,
    body: bodyReadingOf(operationId, catalogue),
  };
}

/** A declared parameter that not every store can represent; percent-encoding cannot contain lone surrogates. */
function findOddParameter(
  values: Readonly<Record<string, string>>,
  names: readonly string[],
): string | undefined {
  return names.find((name) => isOddText(values[name] ?? ''));
}

function readHeaders(request: GatewayRequest, names: readonly string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const name of names) {
    const value = request.header(name);
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}
