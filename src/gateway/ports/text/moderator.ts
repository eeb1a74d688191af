/** The result of moderation. */
export interface Moderation {
  readonly isFlagged: boolean;
  /** Names of the categories, such as `violence`. */
  readonly categories: readonly string[];
}

/** Moderates prompts and input images, by the model named in section 4 (`omni-moderation-latest`). */
export interface Moderator {
  moderate(input: ModerationInput): Promise<Moderation>;
}

/** What is moderated. */
export interface ModerationInput {
  readonly texts: readonly string[];
  readonly imageUrls: readonly string[];
}
