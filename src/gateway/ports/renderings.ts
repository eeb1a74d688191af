import type { ImageDescription, VideoDescription } from './media.ts';

/** A file to draw. */
export type Drawing =
  | { readonly kind: 'image'; readonly drawing: ImageDescription }
  | { readonly kind: 'video'; readonly drawing: VideoDescription };

/** Who reads a file, and until when. */
export interface Reader {
  /** Whose turn it is when many are read at once. */
  readonly owner: string;
  /** Aborted when nobody waits for the file any more. */
  readonly signal?: AbortSignal | undefined;
}

/** A file that was drawn, or why it was not: too much waits, of this owner or of all, or its reader left. */
export type Rendering =
  | { readonly kind: 'rendered'; readonly bytes: Uint8Array }
  | { readonly kind: 'too_many_of_owner' | 'too_many'; readonly most: number }
  | { readonly kind: 'cancelled' };

/** Draws result files as they are read: few at a time, and the same file once for all who read it meanwhile. */
export interface Renderings {
  render(drawing: Drawing, reader: Reader): Promise<Rendering>;
}
