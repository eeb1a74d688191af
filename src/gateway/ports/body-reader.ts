import type { BodyRead, BodyReading } from '../body/read-body.ts';

/** A body that was read, with its bytes; or why it was not. `busy` and `too_slow` may pass, `too_large` will not. */
export type LargeBodyRead =
  | (Extract<BodyRead, { readonly kind: 'read' }> & { readonly bytes: Uint8Array })
  | Extract<BodyRead, { readonly kind: 'refused' }>
  | { readonly kind: 'busy' | 'too_slow' | 'too_large' | 'cancelled' }
  | { readonly kind: 'crashed'; readonly error: unknown };

/** Whose body it is, and until when somebody waits for its answer. */
export interface BodySender {
  readonly owner: string;
  readonly signal?: AbortSignal | undefined;
}

/** Reads bodies that take so long that other requests would have to wait. */
export interface BodyReader {
  /** The bytes are handed over, and come back with what was read. */
  read(bytes: Uint8Array, reading: BodyReading, sender: BodySender): Promise<LargeBodyRead>;
}
