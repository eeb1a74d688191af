/**
 * The rejection of a port whose database is unavailable: the same call may succeed soon. Whether a write
 * took effect is unknown.
 */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}
