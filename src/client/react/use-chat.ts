import { useCallback } from 'react';
import type { AnswerStream } from '../answers/answer-stream.ts';
import type { ChatAnswer, ChatChunk } from '../answers/collect-chat.ts';
import { type RunState, useRun } from './use-run.ts';

/** What has arrived of an answer. */
export interface ChatState extends RunState {
  /** The text so far. */
  readonly text: string;
  /** The thinking so far. */
  readonly reasoning: string;
  /** The whole answer with its usage, once it has ended. */
  readonly answer: ChatAnswer | undefined;
}

/** The state of an answer, and how to ask for it and end it. */
export interface UseChat extends ChatState {
  /**
   * Asks, and shows the answer as it arrives: `run((signal) => client.chat.stream(request, { signal }))`. An answer that still
   * arrives is ended. For event handlers: an effect of a component in StrictMode runs twice, and would ask twice.
   */
  readonly run: (open: (signal: AbortSignal) => Promise<AnswerStream<ChatChunk, ChatAnswer>>) => void;
  /** Ends the answer; the text so far stays, and is charged. */
  readonly cancel: () => void;
}

const NOTHING: Pick<ChatState, 'text' | 'reasoning' | 'answer'> = {
  text: '',
  reasoning: '',
  answer: undefined,
};

/** Streams an answer and renders its text. Unmounting ends it; errors are in `error`. */
export function useChat(): UseChat {
  const { state, start, cancel } = useRun(NOTHING);
  const run: UseChat['run'] = useCallback(
    (open) =>
      start(async (signal, show) => {
        const stream = await open(signal);
        let [text, reasoning] = ['', ''];
        for await (const { choices } of stream) {
          text += choices[0]?.delta.content ?? '';
          reasoning += choices[0]?.delta.reasoning_content ?? '';
          show({ text, reasoning });
        }
        show({ answer: await stream.final() });
      }),
    [start],
  );
  return { ...state, run, cancel };
}
