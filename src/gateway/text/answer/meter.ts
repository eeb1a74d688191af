import type { TextPiece } from '../../ports/text/text-engine.ts';
import type { CachedInput, TextUsage } from '../text-usage.ts';

/** Counts the usage of an answer while it is produced. */
export interface Meter {
  /** Whether the model has started: it has read the input, even if its answer ends before a first chunk. */
  hasBegun(): boolean;
  /** Whether the model has ended its answer itself. */
  hasEnded(): boolean;
  /** Counts a piece; returns false and counts nothing when it would exceed the maximum output tokens. */
  add(piece: Exclude<TextPiece, { readonly kind: 'failed' | 'unfit' | 'busy' }>): boolean;
  usage(): TextUsage;
}

/** Creates a meter for one answer. */
export function createMeter({
  inputTokens,
  cache,
  maxOutputTokens,
}: {
  readonly inputTokens: number;
  readonly cache: CachedInput;
  readonly maxOutputTokens: number;
}): Meter {
  let outputTokens = 0;
  let reasoningTokens = 0;
  let hasBegun = false;
  let hasEnded = false;
  const toolCalls: Record<string, number> = {};
  return {
    hasBegun: () => hasBegun,
    hasEnded: () => hasEnded,
    add(piece) {
      hasBegun = true;
      if (piece.kind === 'end') {
        hasEnded = true;
        return true;
      }
      if (piece.kind === 'tool_call') {
        toolCalls[piece.tool] = (toolCalls[piece.tool] ?? 0) + 1;
      } else {
        if (outputTokens + piece.tokens > maxOutputTokens) return false;
        outputTokens += piece.tokens;
        if (piece.kind === 'reasoning') reasoningTokens += piece.tokens;
      }
      return true;
    },
    usage: () => ({ inputTokens, cache, outputTokens, reasoningTokens, toolCalls: { ...toolCalls } }),
  };
}
