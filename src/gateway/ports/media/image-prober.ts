import type { FetchedReference, PictureCopy, ProbedImage } from './media.ts';

/** The account whose images they are, and a signal that aborts when the client disconnects. */
export interface ImageSender {
  readonly owner: string;
  readonly signal?: AbortSignal | undefined;
}

export interface ProbeOrder extends ImageSender {
  /** Whether a small copy of it may be needed. */
  readonly needsCopy?: boolean | undefined;
}

/** The position of a `data:` URI in some bytes, and its size limit. */
export interface DataPlace {
  readonly start: number;
  readonly end: number;
  readonly maxBytes: number;
}

/** The image found in some bytes: `undefined` when they are not an image. */
export interface ProbedBytes {
  readonly kind: 'probed';
  readonly image: ProbedImage | undefined;
}

/** The stripped bytes of a picture, to decode and copy. */
export interface PictureToCopy {
  readonly bytes: Uint8Array;
  /** EXIF orientation, 1 to 8, which the bytes do not state. */
  readonly orientation: number;
}

/** An image, and what to copy it from, unless that would be too expensive. */
export interface ProbedPicture extends ProbedBytes {
  readonly picture?: PictureToCopy | undefined;
}

/** The content of a `data:` URI; expected failures are values. */
export type ProbedData =
  | (ProbedBytes & { readonly declaredType: string | undefined })
  | Extract<FetchedReference, { readonly kind: 'too_large' | 'malformed' }>;

/** Not probed: too many images are queued. */
export interface ProbingBusy {
  readonly kind: 'busy';
}

/** Probes format, size and alpha of images without blocking other requests. The bytes are transferred. */
export interface ImageProber {
  probe(bytes: Uint8Array, order: ProbeOrder): Promise<ProbedPicture | ProbingBusy>;
  /** Makes a small copy of a picture, if it can be decoded now. */
  copy(picture: PictureToCopy, sender: ImageSender): Promise<PictureCopy | undefined>;
  /** Decodes and probes `data:` URIs that are in the same bytes. */
  probeData(
    bytes: Uint8Array,
    places: readonly DataPlace[],
    sender: ImageSender,
  ): Promise<readonly ProbedData[] | ProbingBusy>;
}
