import type { CatalogueModel } from '../../../../generated/catalogue.ts';

/** The required form of an answer's text: any JSON object, or a value that fits a JSON Schema. */
export type TextFormat = { readonly kind: 'object' } | { readonly kind: 'schema'; readonly schema: object };

/** One turn for a text model, independent of the API dialect. */
export interface TextJob {
  readonly model: CatalogueModel;
  /** The conversation as plain text by message, in order; images and PDF pages are counted, not described. */
  readonly messages: readonly { readonly role: string; readonly text: string }[];
  /** Input images, not counting PDF pages. */
  readonly imageCount: number;
  readonly inputTokens: number;
  /** Maximum output tokens, thinking included. */
  readonly maxOutputTokens: number;
  /** Built-in tools that were declared, are known and can be called on this input, in order. */
  readonly tools: readonly string[];
  /** Stop sequences; they are not part of the answer. */
  readonly stop: readonly string[];
  readonly seed: number;
  /** Undefined for plain text. */
  readonly format?: TextFormat | undefined;
  /** The account, for round-robin queueing. */
  readonly owner: string;
}

/** A source that an answer cites. */
export interface TextSource {
  readonly url: string;
  readonly title: string;
}

/** The format is malformed, no text can have it, or the engine found none although there may be one. */
export type FormatFault = 'malformed' | 'impossible' | 'unsolved';

/** Why there is no text in a format. */
export interface UnfitFormat {
  readonly fault: FormatFault;
  readonly reason: string;
}

/** On whose behalf a format is tried. */
export interface FormatTrial {
  /** The account, for round-robin queueing. */
  readonly owner: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * One piece of an answer as it is produced; `tokens` is what it counts for. `source` is cited by the text of its
 * piece. `unfit` and `busy` come alone, instead of an answer: no text was found for the format, or the search cannot
 * run now. `failed` is the last piece of an answer that the model service could not finish; its message is for
 * operators; clients get the message of the error table (502).
 */
export type TextPiece =
  | { readonly kind: 'reasoning'; readonly text: string; readonly tokens: number }
  | { readonly kind: 'tool_call'; readonly tool: string; readonly query: string }
  | { readonly kind: 'text'; readonly text: string; readonly tokens: number; readonly source?: TextSource }
  | ({ readonly kind: 'unfit' } & UnfitFormat)
  | { readonly kind: 'busy' }
  | { readonly kind: 'end'; readonly reason: 'stop' | 'length' }
  | { readonly kind: 'failed'; readonly message: string };

/** Answers conversations, chunk by chunk. Ends soon, without an error, when the signal is aborted. */
export interface TextEngine {
  answer(job: TextJob, signal: AbortSignal | undefined): AsyncIterable<TextPiece>;
  /**
   * Why no answer could have a format, for a request that is refused anyway; undefined if one could, or if that cannot
   * be told now. Formats are tried only by engines that have this method.
   */
  tryFormat?(format: TextFormat, trial: FormatTrial): Promise<UnfitFormat | undefined>;
}
