import type { CreateResponseResponse } from '../../../../generated/stub.ts';
import type { Answer, AnswerEvent } from './answer.ts';
import { createResponseWriter, type ResponseEvent } from './response-writer.ts';
import { KEEP_ALIVE, toBody, toEvent } from './sse.ts';

/** An answer as a stream of events, numbered from 0 (section 4.6); the charge is settled before the last of them. */
export function streamResponse(answer: Answer, first: AnswerEvent): CreateResponseResponse {
  const body = toBody(responseChunks(answer, first), answer.close);
  return { status: 200, contentType: 'text/event-stream', body };
}

async function* responseChunks(answer: Answer, first: AnswerEvent): AsyncGenerator<string> {
  const writer = createResponseWriter(answer);
  let sequence_number = 0;
  const toChunks = (events: readonly ResponseEvent[]) =>
    events.map((event) => toEvent({ ...event, sequence_number: sequence_number++ }, event.type));
  yield* toChunks(writer.start());
  for (let event = first; ; event = await answer.next()) {
    switch (event.kind) {
      case 'reasoning':
      case 'text':
      case 'tool_call':
        yield* toChunks(writer.add(event));
        break;
      case 'idle':
        yield KEEP_ALIVE;
        break;
      case 'failed':
        await answer.close();
        yield* toChunks([{ type: 'error', error: toErrorDetail(event.response) }]);
        return;
      case 'end':
        await answer.close();
        yield* toChunks(writer.finish(event.reason, answer.usage()));
        return;
      case 'left':
        return;
    }
  }
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
