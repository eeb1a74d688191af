import type { components } from '../../../../generated/openapi-types.ts';
import type { CreateChatCompletionResponse } from '../../../../generated/stub.ts';
import { toChatUsage } from '../text-usage.ts';
import type { Answer, AnswerEvent } from './answer.ts';
import { DONE, KEEP_ALIVE, toBody, toEvent } from './sse.ts';

type Schemas = components['schemas'];
type Choice = Schemas['ChatCompletionChunkChoice'];

/** An answer as a stream of chunks (section 4.5); the charge is settled before the last of them. */
export function streamChat(
  answer: Answer,
  first: AnswerEvent,
  options: { readonly includeUsage: boolean },
): CreateChatCompletionResponse {
  const body = toBody(chatChunks(answer, first, options), answer.close);
  return { status: 200, contentType: 'text/event-stream', body };
}

async function* chatChunks(
  answer: Answer,
  first: AnswerEvent,
  { includeUsage }: { readonly includeUsage: boolean },
): AsyncGenerator<string> {
  yield chunk(answer, { delta: { role: 'assistant', content: '' }, finish_reason: null });
  for (let event = first; ; event = await answer.next()) {
    switch (event.kind) {
      case 'reasoning':
        yield chunk(answer, { delta: { reasoning_content: event.text }, finish_reason: null });
        break;
      case 'text':
        yield chunk(answer, { delta: { content: event.text }, finish_reason: null });
        break;
      case 'idle':
        yield KEEP_ALIVE;
        break;
      case 'tool_call': // no tools are declared to the model here
        break;
      case 'failed':
        await answer.close();
        yield toEvent(event.response.body);
        return;
      case 'end':
        await answer.close();
        yield chunk(answer, { delta: {}, finish_reason: event.reason });
        if (includeUsage) yield toEvent({ ...base(answer), usage: toChatUsage(answer.usage()) });
        yield DONE;
        return;
      case 'left':
        return;
    }
  }
}

function chunk(answer: Answer, choice: Omit<Choice, 'index'>): string {
  return toEvent({ ...base(answer), choices: [{ index: 0, ...choice }] });
}

function base({ id, createdAt, modelName }: Answer): Schemas['ChatCompletionChunk'] {
  return { id, object: 'chat.completion.chunk', created: createdAt, model: modelName, choices: [] };
}

/** A complete answer, not streamed. A failure halfway costs nothing, because nothing is delivered. */
export async function completeChat(
  answer: Answer,
  first: AnswerEvent,
  { withReasoning }: { readonly withReasoning: boolean },
): Promise<CreateChatCompletionResponse> {
  let content = '';
  let reasoning = '';
  let finish: Schemas['ChatCompletionChoice']['finish_reason'] = 'stop';
  let event = first;
  for (; event.kind !== 'end' && event.kind !== 'left'; event = await answer.next()) {
    if (event.kind === 'failed') {
      await answer.release();
      return event.response;
    }
    if (event.kind === 'text') content += event.text;
    if (event.kind === 'reasoning') reasoning += event.text;
  }
  if (event.kind === 'end') finish = event.reason;
  await answer.close();
  const message = {
    role: 'assistant' as const,
    content,
    ...(withReasoning ? { reasoning_content: reasoning } : {}),
  };
  return {
    status: 200,
    body: {
      id: answer.id,
      object: 'chat.completion',
      created: answer.createdAt,
      model: answer.modelName,
      choices: [{ index: 0, message, finish_reason: finish }],
      usage: toChatUsage(answer.usage()),
    },
  };
}
