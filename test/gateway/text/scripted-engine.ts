import type { TextEngine, TextJob, TextPiece } from '../../../src/gateway/ports/text/text-engine.ts';

/** A model that writes what a test scripts; a function among the parts is awaited, an error is thrown. */
export function scriptedEngine(
  script: readonly (TextPiece | Error | ((signal: AbortSignal | undefined) => Promise<void>))[],
): TextEngine & { readonly jobs: readonly TextJob[]; readonly stopped: () => number } {
  const jobs: TextJob[] = [];
  let stopped = 0;
  return {
    jobs,
    stopped: () => stopped,
    async *answer(job, signal) {
      jobs.push(job);
      try {
        for (const step of script) {
          if (step instanceof Error) throw step;
          if (typeof step === 'function') await step(signal);
          else yield step;
        }
      } finally {
        stopped += 1;
      }
    },
  };
}

/** Waits until the reader disconnects. */
export function untilLeft(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve()));
}

export const think = (text: string, tokens: number): TextPiece => ({ kind: 'reasoning', text, tokens });
export const say = (text: string, tokens: number): TextPiece => ({ kind: 'text', text, tokens });
export const call = (tool: string): TextPiece => ({ kind: 'tool_call', tool, query: 'paper boats' });
export const stop: TextPiece = { kind: 'end', reason: 'stop' };

/** Ten tokens of thinking and fifteen of text. */
export const shortScript: readonly TextPiece[] = [
  think('A toy', 4),
  think(' question.', 6),
  say('A folded', 7),
  say(' toy.', 8),
  stop,
];
