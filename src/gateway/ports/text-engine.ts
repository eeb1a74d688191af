import type { CatalogueModel } from '../../../generated/catalogue.ts';

/** One turn for a text model, dialect apart. */
export interface TextJob {
  readonly model: CatalogueModel;
  /** The conversation as plain text by message, in order; images and PDF pages are counted, not described. */
  readonly messages: readonly { readonly role: string; readonly text: string }[];
  /** Input pictures, PDF pages apart. */
  readonly imageCount: number;
  readonly inputTokens: number;
  /** Most output tokens, thinking included. */
  readonly maxOutputTokens: number;
  /** Built-in tools that were declared, are known and can be called on this input, in order. */
  readonly tools: readonly string[];
  /** Texts at which the answer ends; they are not part of it. */
  readonly stop: readonly string[];
  readonly seed: number;
}

/** Where a statement of an answer comes from. */
export interface TextSource {
  readonly url: string;
  readonly title: string;
}

/**
 * One piece of an answer as it is produced; `tokens` is what it counts for. `source` is cited by the text of its
 * piece. `failed` is the last piece of an answer that the model service could not
 * finish; its message is for operators, a client is told the error table's (502).
 */
export type TextPiece =
  | { readonly kind: 'reasoning'; readonly text: string; readonly tokens: number }
  | { readonly kind: 'tool_call'; readonly tool: string; readonly query: string }
  | { readonly kind: 'text'; readonly text: string; readonly tokens: number; readonly source?: TextSource }
  | { readonly kind: 'end'; readonly reason: 'stop' | 'length' }
  | { readonly kind: 'failed'; readonly message: string };

/** Answers conversations, piece by piece. Ends soon, without an error, when the signal is aborted. */
export interface TextEngine {
  answer(job: TextJob, signal: AbortSignal | undefined): AsyncIterable<TextPiece>;
}
