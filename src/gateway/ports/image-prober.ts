import type { FetchedReference, ProbedImage } from './media.ts';

/** Whose images they are, and until when somebody waits for them. */
export interface ImageSender {
  readonly owner: string;
  readonly signal?: AbortSignal | undefined;
}

/** Where a `data:` URI lies in some bytes, and how long its data may be. */
export interface DataPlace {
  readonly start: number;
  readonly end: number;
  readonly maxBytes: number;
}

/** What some bytes are: `undefined` for what is no image. */
export interface ProbedBytes {
  readonly kind: 'probed';
  readonly image: ProbedImage | undefined;
}

/** What a `data:` URI holds; expected failures are values. */
export type ProbedData =
  | (ProbedBytes & { readonly declaredType: string | undefined })
  | Extract<FetchedReference, { readonly kind: 'too_large' | 'malformed' }>;

/** Nothing was found out: too much is being looked at. */
export interface ProbingBusy {
  readonly kind: 'busy';
}

/** Tells format, size and alpha of images by their bytes, without keeping other requests waiting. The bytes are handed over. */
export interface ImageProber {
  probe(bytes: Uint8Array, sender: ImageSender): Promise<ProbedBytes | ProbingBusy>;
  /** Decodes and probes `data:` URIs that lie in the same bytes. */
  probeData(
    bytes: Uint8Array,
    places: readonly DataPlace[],
    sender: ImageSender,
  ): Promise<readonly ProbedData[] | ProbingBusy>;
}
