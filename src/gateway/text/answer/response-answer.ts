import type { CreateResponseResponse } from '../../../../generated/stub.ts';
import type { Answer, AnswerEvent } from './answer.ts';
import { createResponseWriter, type ResponseEvent } from './response-writer.ts';
import { toEvent } from './sse.ts';
import { type AnswerWriter, streamAnswer } from './stream-answer.ts';

/** An answer as a stream of events, numbered from 0 (section 4.6). */
export function streamResponse(answer: Answer, first: AnswerEvent): CreateResponseResponse {
  const body = streamAnswer(answer, first, createEventWriter(answer));
  return { status: 200, contentType: 'text/event-stream', body };
}

function createEventWriter(answer: Answer): AnswerWriter {
  const writer = createResponseWriter(answer);
  let sequence_number = 0;
  const toEvents = (events: readonly ResponseEvent[]) =>
    events.map((event) => toEvent({ ...event, sequence_number: sequence_number++ }, event.type));
  return {
    start: () => toEvents(writer.start()),
    add: (piece) => toEvents(writer.add(piece)),
    fail: (response) => toEvents([{ type: 'error', error: toErrorDetail(response) }]),
    finish: (reason) => toEvents(writer.finish(reason, answer.usage())),
  };
}

/** A complete answer, not streamed. A failure halfway costs nothing, because nothing is delivered. */
export async function completeResponse(answer: Answer, first: AnswerEvent): Promise<CreateResponseResponse> {
  const writer = createResponseWriter(answer);
  let event = first;
  for (; event.kind !== 'end' && event.kind !== 'left'; event = await answer.next()) {
    if (event.kind === 'failed') {
      await answer.release();
      return event.response;
    }
    if (event.kind !== 'idle') writer.add(event);
  }
  await answer.close();
  writer.finish(event.kind === 'end' ? event.reason : 'stop', answer.usage());
  return { status: 200, body: writer.response() };
}

function toErrorDetail({ body }: Extract<AnswerEvent, { readonly kind: 'failed' }>['response']) {
  const { violations: _none, ...error } = body.error; // only a 400 has violations
  return error;
}
