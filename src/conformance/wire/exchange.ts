import { gunzipSync } from 'node:zlib';
import { type Dispatcher, errors, request } from 'undici/index.js';
import { type Json, parseJson } from '../suite/json.ts';
import { expectOutside, outside } from './private-network.ts';
import { whyNoResponse } from './why-no-response.ts';

export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /** Longest wait for the response and between two parts of it. Default: one minute. */
  readonly timeoutMs?: number;
  /** The address comes from a target outside private networks, so it must not lead into one. */
  readonly isOutside?: boolean;
  /** The response is a file, whatever its content type. */
  readonly isFile?: boolean;
}

/** A response, read whole. */
export interface WireResponse {
  readonly status: number;
  /** Lower-case names; several values are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** The body as decompressed text; empty for an image or a clip. */
  readonly text: string;
  /** The body as JSON, if it is JSON. */
  readonly body?: Json;
}

export interface Exchange {
  /** Operation of the contract, when the case names one. */
  readonly operation?: string;
  readonly request: WireRequest;
  readonly response: WireResponse;
  /** Milliseconds from the request to the whole response. */
  readonly tookMs: number;
  /** Unix seconds of the target's clock when the response was complete. */
  readonly at?: number;
  /** Other requests of the case were in flight at the same time, so the order of exchanges means nothing. */
  readonly isConcurrent?: boolean;
}

/** The target gave no HTTP response; the message says why. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/** Limits on a whole response, so that an endless one does not block the run. */
export interface ResponseBounds {
  readonly maxMs: number;
  readonly maxBytes: number;
}

const TIMEOUT_MS = 60_000;
const BOUNDS: ResponseBounds = { maxMs: 300_000, maxBytes: 268_435_456 };

/** Bytes of a decompressed response that is not a file. */
const MAX_TEXT = 8_388_608;

/** Sends a request and reads the whole response. Throws `NoResponse` when there is no response or it does not end. */
export async function send(
  wire: WireRequest,
  { maxMs, maxBytes }: ResponseBounds = BOUNDS,
): Promise<WireResponse> {
  const leaving = leaveAfter(maxMs);
  try {
    const { statusCode, headers, body } = await openAgain({ ...wire, signal: leaving.signal });
    const isLong = wire.isFile || isFile(statusCode, toHeaders(headers));
    const most = isLong ? maxBytes : Math.min(MAX_TEXT, maxBytes);
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > most) throw tooLong(most);
    }
    const bytes = Buffer.concat(chunks);
    return length > MAX_TEXT
      ? { status: statusCode, headers: toHeaders(headers), bytes, text: '' }
      : toResponse(statusCode, headers, bytes);
  } catch (error) {
    throw new NoResponse(describe(wire, error), { cause: error });
  } finally {
    leaving.leave();
  }
}

function tooLong(most: number): NoResponse {
  return new NoResponse(`the body has more than ${most} bytes`);
}

const LEFT = new Error('the response was abandoned');

/** A signal that aborts a request after a time, or when `leave` is called. */
export function leaveAfter(ms: number): { readonly signal: AbortSignal; readonly leave: () => void } {
  const leaving = new AbortController();
  const timer = setTimeout(() => leaving.abort(new Error(`it had not ended after ${ms / 1000} s`)), ms);
  const leave = (): void => {
    clearTimeout(timer);
    // With a prepared reason: the default one takes a millisecond for its stack trace.
    leaving.abort(LEFT);
  };
  return { signal: leaving.signal, leave };
}

/**
 * The same as `open`, but a GET is repeated once if the server closed a connection that it had kept open: it may do so at any time, also
 * while the request is on its way (RFC 9112, section 9.3.1).
 */
async function openAgain(wire: WireRequest): Promise<Dispatcher.ResponseData> {
  try {
    return await open(wire);
  } catch (error) {
    if (wire.method !== 'GET' || !isKeptConnection(error)) throw error;
    return open(wire);
  }
}

/** Whether a connection was closed on which a response had been received before. Of a reset connection it is not known. */
function isKeptConnection(error: unknown): boolean {
  if (error instanceof errors.SocketError) return (error.socket?.bytesRead ?? 0) > 0;
  return error instanceof Error && 'code' in error && ['ECONNRESET', 'EPIPE'].includes(String(error.code));
}

/** Sends a request; the caller reads the body of the response. */
export function open({
  method,
  url,
  headers,
  body,
  signal,
  timeoutMs = TIMEOUT_MS,
  isOutside = false,
}: WireRequest): Promise<Dispatcher.ResponseData> {
  if (isOutside) expectOutside(url);
  return request(url, {
    ...(isOutside && { dispatcher: outside }),
    method: method as Dispatcher.HttpMethod,
    headers,
    body: body ?? null,
    signal: signal ?? null,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
}

/** Builds a response. A body that cannot be decompressed is left as it is. Throws `NoResponse` when it becomes too long. */
export function toResponse(
  status: number,
  raw: Readonly<Record<string, string | readonly string[] | undefined>>,
  bytes: Uint8Array,
): WireResponse {
  const headers = toHeaders(raw);
  const text = isFile(status, headers)
    ? ''
    : new TextDecoder().decode(headers['content-encoding'] === 'gzip' ? decompress(bytes) : bytes);
  const body = parseJson(text);
  return { status, headers, bytes, text, ...(body !== undefined && { body }) };
}

/** Whether the body is a result file: megabytes of binary data. */
function isFile(status: number, { 'content-type': type = '' }: Readonly<Record<string, string>>): boolean {
  return status < 300 && /^(image|video|audio)\//i.test(type);
}

/** Headers with lower-case names; several values are joined with a comma. */
export function toHeaders(
  raw: Readonly<Record<string, string | readonly string[] | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), [value].flat().join(', ')]],
    ),
  );
}

/** Names the failed request and why it got no response. */
export function describe({ method, url }: WireRequest, error: unknown): string {
  const reason = whyNoResponse(error);
  return `${method} ${url}: ${reason.startsWith('no response') ? reason : `no response (${reason})`}`;
}

function decompress(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_TEXT });
  } catch (error) {
    if (error instanceof RangeError) throw tooLong(MAX_TEXT);
    return bytes;
  }
}
