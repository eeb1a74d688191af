import type { components } from '../../../../generated/openapi-types.ts';
import type { CreateChatCompletionResponse } from '../../../../generated/stub.ts';
import { toChatUsage } from '../text-usage.ts';
import type { Answer, AnswerEvent } from './answer.ts';
import { DONE, eventTemplate, toEvent } from './sse.ts';
import { type AnswerWriter, streamAnswer } from './stream-answer.ts';

type Schemas = components['schemas'];
type Choice = Schemas['ChatCompletionChunkChoice'];

/** An answer as a stream of chunks (section 4.5). */
export function streamChat(
  answer: Answer,
  first: AnswerEvent,
  options: { readonly includeUsage: boolean },
): CreateChatCompletionResponse {
  const body = streamAnswer(answer, first, createChatWriter(answer, options));
  return { status: 200, contentType: 'text/event-stream', body };
}

function createChatWriter(
  answer: Answer,
  { includeUsage }: { readonly includeUsage: boolean },
): AnswerWriter {
  const base: Schemas['ChatCompletionChunk'] = {
    id: answer.id,
    object: 'chat.completion.chunk',
    created: answer.createdAt,
    model: answer.modelName,
    choices: [],
  };
  const withChoice = (choice: Omit<Choice, 'index'>) => ({ ...base, choices: [{ index: 0, ...choice }] });
  const withDelta = (delta: Choice['delta']) => withChoice({ delta, finish_reason: null });
  const reasoning = eventTemplate((text) => withDelta({ reasoning_content: text }));
  const content = eventTemplate((text) => withDelta({ content: text }));
  return {
    start: () => [toEvent(withDelta({ role: 'assistant', content: '' }))],
    add(piece) {
      switch (piece.kind) {
        case 'reasoning':
          return [reasoning(piece.text)];
        case 'text':
          return [content(piece.text)];
        case 'tool_call': // no tools are declared to the model here
          return [];
      }
    },
    fail: ({ body }) => [toEvent(body)],
    finish: (reason) => [
      toEvent(withChoice({ delta: {}, finish_reason: reason })),
      ...(includeUsage ? [toEvent({ ...base, usage: toChatUsage(answer.usage()) })] : []),
      DONE,
    ],
  };
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
