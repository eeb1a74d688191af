import type { components } from '../../../generated/openapi-types.ts';
import type { Collector } from './answer-stream.ts';

type Schemas = components['schemas'];

/** One event of a streamed chat completion. */
export type ChatChunk = Schemas['ChatCompletionChunk'];

/** A whole chat completion; without `usage` when the service did not report it. */
export type ChatAnswer = Omit<Schemas['ChatCompletion'], 'usage'> &
  Partial<Pick<Schemas['ChatCompletion'], 'usage'>>;

/** Adds up the chunks of a chat completion to the object that an unstreamed one has. */
export function collectChat(): Collector<ChatChunk, ChatAnswer> {
  let head: Pick<ChatChunk, 'id' | 'created' | 'model'> | undefined;
  let content = '';
  let reasoning = '';
  let finish: string | undefined;
  let usage: Schemas['ChatUsage'] | undefined;
  return {
    endsStream: false,
    add({ id, created, model, choices, usage: counted }) {
      head ??= { id, created, model };
      usage = counted ?? usage;
      // other implementations send chunks without choices, and choices without a delta
      for (const { delta, finish_reason } of (choices as typeof choices | null | undefined) ?? []) {
        const { content: text, reasoning_content: thought } =
          (delta as typeof delta | null | undefined) ?? {};
        content += text ?? '';
        reasoning += thought ?? '';
        finish = finish_reason ?? finish;
      }
    },
    final() {
      if (head === undefined || finish === undefined) return undefined;
      const message = {
        role: 'assistant',
        content,
        ...(reasoning && { reasoning_content: reasoning }),
      } as const;
      const choices = [{ index: 0, message, finish_reason: finish }];
      return { ...head, object: 'chat.completion', choices, ...(usage && { usage }) } as ChatAnswer;
    },
  };
}
