/**
 * Encrypts secrets for a store, so that a copy of the database alone does not reveal them. A ciphertext is bound to a
 * context, such as its account, and decrypts in no other. A box without a key leaves texts as they are.
 */
export interface SecretBox {
  /** Encrypts a text with the current key. */
  seal(text: string, context: string): string;
  /**
   * Decrypts a text that was encrypted with any known key, and returns a plain one as it is; otherwise throws a
   * `SealedError` with instructions.
   */
  open(stored: string, context: string): string;
  /**
   * Whether a stored text is in the form that `seal` would store now: not under an older key, and not plain if there
   * is a key.
   */
  isCurrent(stored: string): boolean;
}

/** A ciphertext that none of the known keys decrypts. */
export class SealedError extends Error {
  override readonly name = 'SealedError';
}
