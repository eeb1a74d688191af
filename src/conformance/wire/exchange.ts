import { gunzipSync } from 'node:zlib';
import { type Dispatcher, request } from 'undici';
import { type Json, parseJson } from '../suite/json.ts';
import { expectOutside, outside } from './private-network.ts';
import { whyNoResponse } from './why-no-response.ts';

/** A request as it is sent. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /** Longest wait for an answer, and between two pieces of it. Default: a minute. */
  readonly timeoutMs?: number;
  /** The address comes from a target outside of private networks: it must not lead into one. */
  readonly isOutside?: boolean;
  /** What comes is a file, whatever type it says that it has. */
  readonly isFile?: boolean;
}

/** A response, read whole. */
export interface WireResponse {
  readonly status: number;
  /** Lower-case names; several values are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** The body as text, decompressed; empty for a picture or a clip. */
  readonly text: string;
  /** The body as JSON, when it is JSON. */
  readonly body?: Json;
}

/** A request and what came of it, as the report shows it. */
export interface Exchange {
  /** Operation of the contract, when the case names one. */
  readonly operation?: string;
  readonly request: WireRequest;
  readonly response: WireResponse;
  /** Milliseconds from the request to the whole response. */
  readonly tookMs: number;
  /** Unix seconds of the target's clock when the response was there. */
  readonly at?: number;
  /** Others of the same case were under way at the same time: their order does not show which was answered first. */
  readonly isConcurrent?: boolean;
}

/** The target gave no HTTP response: why, in words for people. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/** How long a whole response may take, and how long a file may be: a target that never ends does not stop the run. */
export interface ResponseBounds {
  readonly mostMs: number;
  readonly mostBytes: number;
}

const TIMEOUT_MS = 60_000;
const BOUNDS: ResponseBounds = { mostMs: 300_000, mostBytes: 268_435_456 };

/** Bytes of an answer that is no file, decompressed. */
const MOST_TEXT = 8_388_608;

/** Sends a request and reads the whole response. Throws `NoResponse` when there is none, or no end of it. */
export async function send(
  wire: WireRequest,
  { mostMs, mostBytes }: ResponseBounds = BOUNDS,
): Promise<WireResponse> {
  const leaving = leaveAfter(mostMs);
  try {
    const { statusCode, headers, body } = await open({ ...wire, signal: leaving.signal });
    const isLong = wire.isFile || isFile(statusCode, toHeaders(headers));
    const most = isLong ? mostBytes : Math.min(MOST_TEXT, mostBytes);
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > most) throw tooLong(most);
    }
    const bytes = Buffer.concat(chunks);
    return length > MOST_TEXT
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

const LEFT = new Error('the response was left');

/** A signal that ends a request after some time, or at once. */
export function leaveAfter(ms: number): { readonly signal: AbortSignal; readonly leave: () => void } {
  const leaving = new AbortController();
  const timer = setTimeout(() => leaving.abort(new Error(`it had not ended after ${ms / 1000} s`)), ms);
  const leave = (): void => {
    clearTimeout(timer);
    // With a reason of its own: making one up, with its stack, takes a millisecond.
    leaving.abort(LEFT);
  };
  return { signal: leaving.signal, leave };
}

/** Sends a request; the body of the response is still to be read. */
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

/** A response from its parts. A body that cannot be decompressed stays as it is. Throws `NoResponse` when it becomes too long. */
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

/** Whether the body is a result: megabytes that are no text. */
function isFile(status: number, { 'content-type': type = '' }: Readonly<Record<string, string>>): boolean {
  return status < 300 && /^(image|video|audio)\//.test(type);
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

/** Why there was no response, with the request that failed. */
export function describe({ method, url }: WireRequest, error: unknown): string {
  return `${method} ${url}: no response (${whyNoResponse(error)})`;
}

function decompress(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_TEXT });
  } catch (error) {
    if (error instanceof RangeError) throw tooLong(MOST_TEXT);
    return bytes;
  }
}
