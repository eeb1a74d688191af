/** What the caller asked for cannot be done: why, in one line for people. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
