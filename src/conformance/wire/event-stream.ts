import { type Json, parseJson } from '../suite/json.ts';
import {
  describe,
  leaveAfter,
  NoResponse,
  open,
  toHeaders,
  toResponse,
  type WireRequest,
  type WireResponse,
} from './exchange.ts';

interface StreamEvent {
  /** The name of the event, `message` when it has none. */
  readonly event: string;
  readonly text: string;
  /** The data as JSON; absent when it is not JSON. */
  readonly data?: Json;
}

/** A stream that was read to its end or aborted early. */
export interface EventStream {
  readonly response: WireResponse;
  readonly events: readonly StreamEvent[];
  /** Whether `[DONE]` was the last data. */
  readonly done: boolean;
  readonly comments: number;
  /** When its first event was complete, and when it ended, in seconds from the request. */
  readonly seconds: { readonly first: number; readonly end: number };
}

const MAX_BYTES = 20_000_000;
const MAX_MS = 600_000;

/**
 * Sends a request and reads its event stream, up to a number of events. A response of another type has no events. Throws `NoResponse` when
 * there is no response or it does not end.
 */
export async function readStream(
  wire: WireRequest,
  maxEvents = Number.POSITIVE_INFINITY,
  maxMs = MAX_MS,
): Promise<EventStream> {
  const leaving = leaveAfter(maxMs);
  const started = performance.now();
  try {
    const { statusCode, headers, body } = await open({ ...wire, signal: leaving.signal });
    const decoder = new TextDecoder();
    const chunks: Uint8Array[] = [];
    let text = '';
    let first: number | undefined;
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      text += decoder.decode(chunk, { stream: true });
      if (first === undefined && hasEvents(text, 1)) first = secondsSince(started);
      if (hasEvents(text, maxEvents) || text.length > MAX_BYTES) break;
    }
    const end = secondsSince(started);
    const response = toResponse(statusCode, headers, Buffer.concat(chunks));
    const isStream =
      toHeaders(headers)['content-type']?.toLowerCase().startsWith('text/event-stream') ?? false;
    return {
      response,
      seconds: { first: first ?? end, end },
      ...(isStream ? parseEvents(text) : { events: [], done: false, comments: 0 }),
    };
  } catch (error) {
    throw new NoResponse(describe(wire, error));
  } finally {
    leaving.leave();
  }
}

function secondsSince(started: number): number {
  return (performance.now() - started) / 1000;
}

/** The complete events of a stream, that is, those followed by a blank line. Lines end with LF, CRLF or CR. */
export function parseEvents(text: string): Pick<EventStream, 'events' | 'done' | 'comments'> {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .slice(0, -1);
  const all: StreamEvent[] = [];
  let event = '';
  let data: string[] = [];
  for (const line of lines) {
    if (line === '') {
      if (data.length > 0) all.push(toEvent(event, data.join('\n')));
      event = '';
      data = [];
    }
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data') data.push(value);
    if (name === 'event') event = value;
  }
  const comments = lines.filter((line) => line.startsWith(':')).length;
  const done = all.at(-1)?.text === '[DONE]';
  return { events: done ? all.slice(0, -1) : all, done, comments };
}

function toEvent(event: string, text: string): StreamEvent {
  const data = parseJson(text);
  return { event: event || 'message', text, ...(data !== undefined && { data }) };
}

function hasEvents(text: string, count: number): boolean {
  return count !== Number.POSITIVE_INFINITY && parseEvents(text).events.length >= count;
}
