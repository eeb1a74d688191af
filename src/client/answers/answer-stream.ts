import * as policies from '../../../generated/policy-sections.ts';
import { malformedAnswer } from '../create-calls.ts';
import { toGatewrightError } from '../gatewright-error.ts';
import { readEvents } from './read-events.ts';

/** A streamed answer. Its events can be read once; `final` reads those that are left. */
export interface AnswerStream<Event, Final> extends AsyncIterable<Event> {
  /** Resolves to the whole answer once the stream has ended; rejects with what broke it. */
  final(): Promise<Final>;
  /** Ends the answer: what was produced so far is charged (section 4.5). */
  abort(): void;
}

/** Adds up the events of an answer. */
export interface Collector<Event, Final> {
  add(event: Event): void;
  /** The answer; undefined as long as it is not complete. */
  final(): Final | undefined;
  /** Whether the stream ends with the answer; otherwise a mark says that it ends. */
  readonly endsStream: boolean;
}

/** The end of a chat stream, which is not JSON. */
const DONE = '[DONE]';
const { stream_end_milliseconds: END_MS } = policies.client;

/** What ends an answer early. */
export interface Leaving {
  readonly signal: AbortSignal;
  abort(): void;
}

/** Creates the stream of a response whose events are JSON. An event with an `error`, or of that type, ends it with a `GatewrightError`. */
export function createAnswerStream<Event, Final>(
  response: Response,
  collector: Collector<Event, Final>,
  { signal, abort }: Leaving,
): AnswerStream<Event, Final> {
  let broke: { readonly error: unknown } | undefined;
  let isOver = false;
  const events = parseEvents<Event>(response, collector, {
    signal,
    abort,
    onBroken: (error) => {
      broke = { error };
    },
    onOver: () => {
      isOver = true;
    },
  });
  return {
    abort,
    async final() {
      for await (const _ of events); // what is left
      if (broke) throw broke.error;
      return collector.final() ?? left();
    },
    [Symbol.asyncIterator]() {
      if (isOver)
        throw new TypeError('The events of this stream were read before: final() gives the whole answer.');
      return events;
    },
  };
}

async function* parseEvents<Event>(
  response: Response,
  collector: Collector<Event, unknown>,
  { signal, abort, onBroken, onOver }: Leaving & { onBroken(error: unknown): void; onOver(): void },
): AsyncGenerator<Event, undefined> {
  let isDone = false;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const leaveSoon = () => {
    leaving ??= setTimeout(() => {
      isDone = true;
      abort();
    }, END_MS);
  };
  try {
    if (!response.body) incompleteStream(response);
    for await (const data of readEvents(response.body, signal)) {
      isDone ||= data === DONE;
      if (isDone) {
        leaveSoon(); // Read to its end, a connection can be used again; some services leave it open.
        continue;
      }
      const event = parse(data, response);
      if (hasError(event)) throw toGatewrightError(response, event);
      add(collector, event as Event, { data, response }); // the contract says what an event is
      yield event as Event;
      if (collector.endsStream && collector.final() !== undefined) leaveSoon();
    }
  } catch (error) {
    if (!isDone) {
      onBroken(error);
      throw error;
    }
  } finally {
    clearTimeout(leaving);
    onOver();
  }
  if (collector.final() !== undefined) return;
  try {
    incompleteStream(response);
  } catch (error) {
    onBroken(error);
    throw error;
  }
}

function hasError(event: object): boolean {
  return ('error' in event && Boolean(event.error)) || ('type' in event && event.type === 'error');
}

function parse(data: string, response: Response): object {
  try {
    const event: unknown = JSON.parse(data);
    if (typeof event === 'object' && event !== null && !Array.isArray(event)) return event;
  } catch {}
  return malformedAnswer(`An event of the stream is not a JSON object: ${data.slice(0, 200)}`, response);
}

/** Members may be missing, or of other types than those of the contract. */
function add<Event>(
  collector: Collector<Event, unknown>,
  event: Event,
  { data, response }: { readonly data: string; readonly response: Response },
): void {
  try {
    collector.add(event);
  } catch {
    malformedAnswer(`An event of the stream violates the contract: ${data.slice(0, 200)}`, response);
  }
}

/** Throws for a loop that was left with `break`, which ended the answer. */
function left(): never {
  throw new DOMException('The answer was abandoned before it was complete.', 'AbortError');
}

function incompleteStream(response: Response): never {
  return malformedAnswer('The stream ended before the answer was complete.', response);
}
