import * as policies from '../../../generated/policy-sections.ts';
import { verifyWebhook } from '../../contract/signature.ts';
import { readRecord, type TaskRecord } from '../tasks/read-record.ts';

/** Headers as a web framework has them: a `Headers`, or an object with their names in any case. */
export type CallbackHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A callback as it arrived: a Fetch `Request`, or headers with the body as text, exactly as it was sent. */
export type IncomingCallback =
  | Request
  | { readonly headers: CallbackHeaders; readonly body: string | Uint8Array };

/** How strictly a callback is verified. */
export interface VerifyCallbackOptions {
  /** Allowed difference between its timestamp and now; five minutes by default. */
  readonly toleranceSeconds?: number;
  /** The time in milliseconds; the system's by default. */
  readonly now?: () => number;
}

/** A callback that must not be trusted: answer 400 or 401, so that it is not sent again. */
export class CallbackVerificationError extends Error {
  override readonly name = 'CallbackVerificationError';
}

const TOLERANCE_SECONDS = policies.callbacks.signature_tolerance_seconds;
const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/**
 * Verifies a callback (section 6) with a secret, or with several while secrets are rotated, and resolves to the task record.
 * Rejects with a `CallbackVerificationError` that says what is wrong; a malformed secret or tolerance is a `RangeError`, a missing one a `TypeError`.
 */
export async function verifyCallback(
  callback: IncomingCallback,
  secrets: string | readonly string[],
  options?: VerifyCallbackOptions,
): Promise<TaskRecord> {
  const { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now } = options ?? {};
  const accepted = typeof secrets === 'string' ? [secrets] : secrets;
  if (!accepted?.length || accepted.some((secret) => typeof secret !== 'string'))
    throw new TypeError(
      'The secret must be a string, or a list of at least one. Is the variable that it is read from set?',
    );
  if (typeof toleranceSeconds !== 'number' || !(toleranceSeconds >= 0))
    throw new RangeError(`toleranceSeconds must be seconds, 0 or more; got ${toleranceSeconds}.`);
  const [id, timestamp, signature] = HEADERS.map((name) => readHeader(Object(callback).headers ?? {}, name));
  const body = await readBody(callback);
  const nowSeconds = Math.floor(now() / 1000);
  const offSeconds = Math.abs(nowSeconds - Number(timestamp));
  if (offSeconds > toleranceSeconds)
    throw new CallbackVerificationError(
      `The timestamp is ${offSeconds} seconds from now; at most ${toleranceSeconds} are allowed.`,
    );
  const message = { id: id ?? '', timestampSeconds: Number(timestamp), body };
  const isGenuine = await verifyWebhook(message, {
    signature: signature ?? '',
    secrets: accepted,
    nowSeconds,
    toleranceSeconds,
  });
  if (!isGenuine) throw new CallbackVerificationError('The signature is wrong.');
  return parseRecord(body);
}

function readHeader(headers: CallbackHeaders, name: string): string {
  const value = isHeaders(headers) ? headers.get(name) : (headers[name] ?? inAnyCase(headers)[name]);
  const text = typeof value === 'object' && value !== null ? value[0] : value;
  if (text) return text;
  throw new CallbackVerificationError(`The header ${name} is missing.`);
}

/** True as well for the `Headers` of another realm or package, which `instanceof` does not recognise. */
function isHeaders(headers: CallbackHeaders): headers is Headers {
  return typeof headers.get === 'function';
}

/** The events of serverless functions keep the names as they were sent. */
function inAnyCase(headers: Exclude<CallbackHeaders, Headers>): Exclude<CallbackHeaders, Headers> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

async function readBody(callback: IncomingCallback): Promise<string> {
  if ('arrayBuffer' in callback) {
    if (callback.bodyUsed)
      throw new TypeError(
        'The body of the request was read before: verify the callback first, or give its headers with the text as it arrived.',
      );
    return decode(await callback.arrayBuffer());
  }
  const { body } = callback;
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return decode(body);
  throw new TypeError(
    'The body must be the text or the bytes as they arrived: a parsed body cannot be verified.',
  );
}

/** What is signed are the bytes: those that are not UTF-8, or begin with a byte order mark, must not become others. */
function decode(bytes: Uint8Array | ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CallbackVerificationError('The body is not UTF-8.');
  }
}

function parseRecord(body: string): TaskRecord {
  const record = readRecord(parse(body));
  if (record) return record;
  throw new CallbackVerificationError('The body is not a task record.');
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
