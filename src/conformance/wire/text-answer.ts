import { isObject, type Json, type JsonObject, toObject } from '../suite/json.ts';
import { parseEvents } from './event-stream.ts';
import type { WireResponse } from './exchange.ts';

/** The answer of a chat or a response. For a stream, its last chunk with a usage, or the response in its last event with one; null if there is none. */
export function toTextAnswer({ headers, text, body }: WireResponse): Json {
  if (!headers['content-type']?.toLowerCase().startsWith('text/event-stream')) return body ?? null;
  return parseEvents(text).events.map(resultOf).findLast(hasUsage) ?? null;
}

function resultOf({ data }: { readonly data?: Json }): JsonObject {
  const event = toObject(data);
  return isObject(event.response) ? event.response : event;
}

function hasUsage({ usage }: JsonObject): boolean {
  return usage !== undefined && usage !== null;
}
