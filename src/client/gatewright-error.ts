import { readRetryAfter } from './read-retry-after.ts';

/** One violation in a request body, as reported by the service. */
export interface ClientViolation {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** The members of an error, named as in section 7; all but status, type and message may be missing. */
export interface GatewrightErrorDetails {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly reason?: string;
  readonly param?: string;
  readonly violations?: readonly ClientViolation[];
  readonly requestId?: string;
  readonly retryAfterMs?: number;
}

/** An error response of the service (any status but 2xx), or a response that violates the contract. */
export class GatewrightError extends Error {
  override readonly name = 'GatewrightError';
  readonly status: number;
  readonly type: string;
  readonly reason: string | undefined;
  readonly param: string | undefined;
  readonly violations: readonly ClientViolation[];
  readonly requestId: string | undefined;
  /** How long the service asks the client to wait before the next attempt, if it does. */
  readonly retryAfterMs: number | undefined;

  constructor(details: GatewrightErrorDetails) {
    super(details.message);
    this.status = details.status;
    this.type = details.type;
    this.reason = details.reason;
    this.param = details.param;
    this.violations = details.violations ?? [];
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
  }
}

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'payment_required',
  403: 'permission_error',
  429: 'rate_limit_error',
  502: 'bad_gateway',
};

/**
 * Reads an error: the envelope of section 7, the `{success: false, message}` of the balance endpoints, or, from
 * an intermediary, whatever text there is, of a page its title. A code in words, as other services have it, is the reason.
 * Never throws.
 */
export function toGatewrightError(response: Response, body: unknown): GatewrightError {
  const envelope = isRecord(body) && isRecord(body.error) ? body.error : isRecord(body) ? body : {};
  const status = (response.ok && readCode(envelope)) || response.status;
  const text = readReason(body) || 'the service gave no reason';
  const type = readText(envelope, 'type');
  const isOfRequest = status >= 400 && status < 500;
  return new GatewrightError({
    status,
    type:
      (type !== 'error' && type) || // the type of an event is no class of errors
      (TYPES[status] ?? (isOfRequest ? 'invalid_request_error' : 'server_error')),
    message: readText(envelope, 'message') ?? `HTTP ${status}: ${text}`,
    ...optional('reason', readText(envelope, 'reason') ?? readText(envelope, 'code')),
    ...optional('param', readText(envelope, 'param')),
    ...optional('requestId', response.headers.get('x-request-id') ?? undefined),
    ...optional('retryAfterMs', readRetryAfter(response.headers)),
    violations: Array.isArray(envelope.violations) ? envelope.violations.filter(isViolation) : [],
  });
}

/** The status of an error that is sent after the status line: its code. */
function readCode({ code }: Readonly<Record<string, unknown>>): number | undefined {
  return Number.isInteger(code) ? Number(code) : undefined;
}

/** The words of something else than a gateway. */
function readReason(body: unknown): string | undefined {
  if (isRecord(body)) return readText(body, 'error') ?? readText(body, 'detail');
  if (typeof body !== 'string') return undefined;
  return (/<title>\s*([^<]*\w)/i.exec(body)?.[1] ?? body).slice(0, 200);
}

function readText(record: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = record[name];
  return typeof value === 'string' ? value : undefined;
}

function isViolation(value: unknown): value is ClientViolation {
  return isRecord(value) && ['path', 'rule', 'message'].every((name) => typeof value[name] === 'string');
}

/** An object or a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [key in Name]?: Value } {
  // The compiler widens a computed name to string; the object has this one member or none.
  return (value === undefined ? {} : { [name]: value }) as { [key in Name]?: Value };
}
