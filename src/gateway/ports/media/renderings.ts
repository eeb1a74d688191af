import type { ClipDescription, ImageDescription, LayerDescription, PictureCopy } from './media.ts';

export type Drawing =
  | { readonly kind: 'image'; readonly drawing: ImageDescription | LayerDescription }
  | { readonly kind: 'video'; readonly drawing: ClipDescription };

/** Who reads a file, and a signal that aborts when they disconnect. */
export interface Reader {
  /** The account of the task, for round-robin queueing. */
  readonly owner: string;
  /** Aborted when the reader disconnects. */
  readonly signal?: AbortSignal | undefined;
  /** Loads the picture that a clip begins with; called only when it is rendered. */
  readonly loadPicture?: (() => Promise<PictureCopy | undefined>) | undefined;
}

/**
 * A rendered file, or why it was not rendered: the queue of this owner or of all is full, or the reader disconnected.
 */
export type Rendering =
  | { readonly kind: 'rendered'; readonly bytes: Uint8Array }
  | { readonly kind: 'too_many_of_owner' | 'too_many'; readonly most: number }
  | { readonly kind: 'cancelled' };

/**
 * Renders result files when they are read: few at a time, the same file once for concurrent readers, and again only
 * when it is no longer cached.
 */
export interface Renderings {
  render(drawing: Drawing, reader: Reader): Promise<Rendering>;
  /** A cached file; renders nothing. */
  find(drawing: Drawing): Uint8Array | undefined;
}
