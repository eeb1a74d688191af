/** Explicitly cached prompts (section 4.5, rule 4), by one-way digests of account, model and prompt. */
export interface CachedPrefixes {
  /** The given digests that are stored and have not expired. */
  findCachedPrefixes(digests: readonly string[], now: number): Promise<ReadonlySet<string>>;
  /** Stores digests until `expiresAt`; never shortens a lifetime. Times in milliseconds since the Unix epoch. */
  saveCachedPrefixes(
    digests: readonly string[],
    life: { readonly now: number; readonly expiresAt: number },
  ): Promise<void>;
}
