/** Counts the tokens of a prompt, as far as a limit needs it (section 4.4.1). */
export interface Tokenizer {
  /** How many tokens a text has. */
  count(text: string): Promise<number>;
  /** Whether the text has at most this many tokens: at once for most texts, which are far from the limit and need no count. */
  isWithin(text: string, maxTokens: number): boolean | Promise<boolean>;
}
