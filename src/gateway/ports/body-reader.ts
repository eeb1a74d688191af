import type { BodyRead, BodyReading } from '../body/read-body.ts';

/** A body that was read, with its bytes; or why it was not. `busy` and `too_slow` are transient, `too_large` is not. */
export type LargeBodyRead =
  | (Extract<BodyRead, { readonly kind: 'read' }> & { readonly bytes: Uint8Array })
  | Extract<BodyRead, { readonly kind: 'refused' }>
  | { readonly kind: 'busy' | 'too_slow' | 'too_large' | 'cancelled' }
  | { readonly kind: 'crashed'; readonly error: unknown };

/** The account whose body it is, and a signal that aborts when the client disconnects. */
export interface BodySender {
  readonly owner: string;
  readonly signal?: AbortSignal | undefined;
}

/** Reads bodies that take so long that they would block other requests. */
export interface BodyReader {
  /** The bytes are transferred, and come back with the result. */
  read(bytes: Uint8Array, reading: BodyReading, sender: BodySender): Promise<LargeBodyRead>;
}
