/** What the user asked for cannot be done; the message says why in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
