import { type Json, parseJson } from '../suite/json.ts';
import {
  describe,
  NoResponse,
  open,
  toHeaders,
  toResponse,
  type WireRequest,
  type WireResponse,
} from './exchange.ts';

/** One event of a stream. */
export interface StreamEvent {
  /** The name of the event, `message` when it has none. */
  readonly event: string;
  readonly text: string;
  /** The data as JSON; absent when it is not JSON. */
  readonly data?: Json;
}

/** A stream that was read to its end, or left early. */
export interface EventStream {
  readonly response: WireResponse;
  readonly events: readonly StreamEvent[];
  /** `[DONE]` was the last data. */
  readonly done: boolean;
  readonly comments: number;
}

const MOST_BYTES = 20_000_000;

/** Sends a request and reads its event stream, at most until so many events came. A response of another type has no events. */
export async function readStream(
  wire: WireRequest,
  leaveAfter = Number.POSITIVE_INFINITY,
): Promise<EventStream> {
  const leaving = new AbortController();
  try {
    const { statusCode, headers, body } = await open({ ...wire, signal: leaving.signal });
    const decoder = new TextDecoder();
    const chunks: Uint8Array[] = [];
    let text = '';
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      text += decoder.decode(chunk, { stream: true });
      if (countEvents(text) >= leaveAfter || text.length > MOST_BYTES) break;
    }
    const response = toResponse(statusCode, headers, Buffer.concat(chunks));
    const isStream = toHeaders(headers)['content-type']?.startsWith('text/event-stream') ?? false;
    return { response, ...(isStream ? parseEvents(text) : { events: [], done: false, comments: 0 }) };
  } catch (error) {
    throw new NoResponse(describe(wire, error));
  } finally {
    leaving.abort();
  }
}

/** The whole events of a stream's text. */
export function parseEvents(text: string): Omit<EventStream, 'response'> {
  const blocks = text.split(/\r?\n\r?\n/).slice(0, -1);
  const comments = blocks
    .flatMap((block) => block.split(/\r?\n/))
    .filter((line) => line.startsWith(':')).length;
  const all = blocks.flatMap(toEvent);
  const done = all.at(-1)?.text === '[DONE]';
  return { events: done ? all.slice(0, -1) : all, done, comments };
}

function toEvent(block: string): readonly StreamEvent[] {
  const lines = block.split(/\r?\n/);
  const data = fieldsOf(lines, 'data');
  if (data.length === 0) return [];
  const text = data.join('\n');
  const parsed = parseJson(text);
  return [
    {
      event: fieldsOf(lines, 'event').at(-1) ?? 'message',
      text,
      ...(parsed !== undefined && { data: parsed }),
    },
  ];
}

function fieldsOf(lines: readonly string[], name: string): readonly string[] {
  return lines.flatMap((line) =>
    line.startsWith(`${name}:`) ? [line.slice(name.length + 1).replace(/^ /, '')] : [],
  );
}

function countEvents(text: string): number {
  return text.split(/\r?\n\r?\n/).length - 1;
}
