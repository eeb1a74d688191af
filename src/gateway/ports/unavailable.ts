/**
 * What a port rejects with when the database behind it cannot answer now: the same call may succeed soon. Whether a write
 * took effect is not known.
 */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}
