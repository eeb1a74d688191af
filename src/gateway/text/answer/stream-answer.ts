import type { TextPiece } from '../../ports/text/text-engine.ts';
import type { Answer, AnswerEvent } from './answer.ts';
import { KEEP_ALIVE } from './sse.ts';

/** How an API dialect writes an answer as events; each string is one event. */
export interface AnswerWriter {
  start(): readonly string[];
  add(piece: Extract<TextPiece, { readonly kind: 'reasoning' | 'text' | 'tool_call' }>): readonly string[];
  fail(response: Extract<AnswerEvent, { readonly kind: 'failed' }>['response']): readonly string[];
  finish(reason: 'stop' | 'length'): readonly string[];
}

/**
 * An answer as the body of a streamed response; the charge is settled before the last events. A client that disconnects closes it
 * at once, even while the next event is awaited. An iterator, because a generator waits several times for each chunk.
 */
export function streamAnswer(
  answer: Answer,
  first: AnswerEvent,
  writer: AnswerWriter,
): AsyncIterable<string> {
  return { [Symbol.asyncIterator]: () => readChunks(answer, first, writer) };
}

function readChunks(answer: Answer, first: AnswerEvent, writer: AnswerWriter): AsyncIterator<string> {
  let ready = writer.start();
  let sent = 0;
  let begun = false;
  let isOver = false;
  const end = async (last: () => readonly string[]) => {
    isOver = true;
    await answer.close();
    return last();
  };
  const chunksOf = (event: AnswerEvent): readonly string[] | Promise<readonly string[]> => {
    switch (event.kind) {
      case 'reasoning':
      case 'text':
      case 'tool_call':
        return writer.add(event);
      case 'idle':
        return IDLE;
      case 'failed':
        return end(() => writer.fail(event.response));
      case 'end':
        return end(() => writer.finish(event.reason));
      case 'left':
        isOver = true;
        return NOTHING;
    }
  };
  return {
    async next() {
      while (sent === ready.length) {
        if (isOver) return { done: true, value: undefined };
        const event = begun ? await answer.next() : first;
        begun = true;
        const chunks = chunksOf(event);
        ready = chunks instanceof Promise ? await chunks : chunks;
        sent = 0;
      }
      const value = ready[sent] ?? '';
      sent += 1;
      return { done: false, value };
    },
    async return() {
      await answer.close();
      return { done: true, value: undefined };
    },
  };
}

const NOTHING: readonly string[] = Object.freeze([]);
const IDLE: readonly string[] = Object.freeze([KEEP_ALIVE]);
