/**
 * Seals secrets for a store, so that a copy of the database alone does not give them away. What is sealed is bound to a
 * context, such as its account: it opens nowhere else. A box without a key leaves texts as they are.
 */
export interface SecretBox {
  /** Seals a text with the current key. */
  seal(text: string, context: string): string;
  /** Opens what was sealed with any known key, or never; throws `SealedError`, with what to do about it, when it cannot. */
  open(stored: string, context: string): string;
  /** Whether it is stored as `seal` would now: not so under an older key, and not plain where there is a key. */
  isCurrent(stored: string): boolean;
}

/** What is sealed cannot be opened with the keys that are known here. */
export class SealedError extends Error {
  override readonly name = 'SealedError';
}
