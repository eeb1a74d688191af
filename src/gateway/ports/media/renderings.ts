import type { ClipDescription, ImageDescription, LayerDescription, PictureCopy } from './media.ts';

/** A file to render. */
export type Drawing =
  | { readonly kind: 'image'; readonly drawing: ImageDescription | LayerDescription }
  | { readonly kind: 'video'; readonly drawing: ClipDescription };

/** Who reads a file, and a signal that they have left. */
export interface Reader {
  /** The account of the task, for round-robin queueing. */
  readonly owner: string;
  /** Aborted when the reader has left. */
  readonly signal?: AbortSignal | undefined;
  /** Loads the picture that a clip begins with; called only when it is rendered. */
  readonly loadPicture?: (() => Promise<PictureCopy | undefined>) | undefined;
}

/** A rendered file, or why it was not rendered: the queue of this owner or of all is full, or the reader left. */
export type Rendering =
  | { readonly kind: 'rendered'; readonly bytes: Uint8Array }
  | { readonly kind: 'too_many_of_owner' | 'too_many'; readonly most: number }
  | { readonly kind: 'cancelled' };

/** Draws result files as they are read: few at a time, the same file once for all who read it, and again only when it was not kept. */
export interface Renderings {
  render(drawing: Drawing, reader: Reader): Promise<Rendering>;
  /** A file that is kept; draws nothing. */
  find(drawing: Drawing): Uint8Array | undefined;
}
