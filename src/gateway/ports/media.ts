/** Formats a reference image can have, named as the contract names them. */
export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'bmp' | 'tiff' | 'gif' | 'heic' | 'heif' | 'avif';

/** How far a reference may be read. Sizes in bytes, times in milliseconds. */
export interface FetchReferenceOptions {
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Asked before so many more bytes are kept; `false` ends the reading. */
  readonly reserve?: (bytes: number) => boolean;
}

/** What became of one reference address; expected failures are values, a fetcher never throws. */
export type FetchedReference =
  | { readonly kind: 'fetched'; readonly bytes: Uint8Array; readonly declaredType: string | undefined }
  | { readonly kind: 'too_large'; readonly maxBytes: number }
  | { readonly kind: 'malformed'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'no_room' };

/** Reads reference media from `http(s)` addresses and `data:` URIs (sections 4.3 and 4.4). */
export interface ReferenceFetcher {
  fetch(address: string, options: FetchReferenceOptions): Promise<FetchedReference>;
}

/** What the bytes of an image say about themselves; sides in displayed pixels. */
export interface ProbedImage {
  readonly format: ImageFormat;
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** The file ends before its own end marker. */
  readonly truncated: boolean;
}

/** Tells format, size and alpha of an image by its bytes; `undefined` when they are not an image. */
export interface MediaProber {
  probe(bytes: Uint8Array): Promise<ProbedImage | undefined>;
}

/** Things that a drawn scene can show. */
export type SceneThing =
  | 'sun'
  | 'cloud'
  | 'mountain'
  | 'boat'
  | 'house'
  | 'tree'
  | 'birds'
  | 'balloon'
  | 'windmill'
  | 'pine'
  | 'lighthouse'
  | 'wisp'
  | 'kite'
  | 'bush'
  | 'flowers'
  | 'rocks';

/** Hours of the day and seasons that a drawn scene can have. */
export type SceneMood = 'day' | 'dawn' | 'dusk' | 'night' | 'winter' | 'summer' | 'autumn' | 'spring';

/** What a prompt asks a scene to be; what it leaves open, the seed decides. */
export interface SceneWish {
  /** Shown for certain, the first one large. */
  readonly things?: readonly SceneThing[];
  /** Not shown. */
  readonly absent?: readonly SceneThing[];
  readonly mood?: SceneMood;
  /** Whether there is a lake or the sea. */
  readonly water?: boolean;
}

/** One still image to draw. The same description gives the same bytes. */
export interface ImageDescription {
  readonly width: number;
  readonly height: number;
  readonly format: 'png' | 'jpeg';
  readonly seed: number;
  readonly watermark: boolean;
  readonly background: 'opaque' | 'transparent';
  readonly scene?: SceneWish;
  /** A line that tells the picture from others. */
  readonly caption?: string;
  /** Set for the pieces of a layer decomposition: 0 is the base image, 1 and up are transparent layers. */
  readonly layer?: { readonly index: number; readonly count: number };
}

/** One video to draw: H.264 in MP4. The same description gives the same bytes. */
export interface VideoDescription {
  readonly width: number;
  readonly height: number;
  readonly durationSeconds: number;
  readonly seed: number;
  readonly scene?: SceneWish;
  /** A line that tells the clip from others. */
  readonly caption?: string;
}

/** Draws the simulator's results when their link is first read. */
export interface MediaRenderer {
  renderImage(description: ImageDescription): Promise<Uint8Array>;
  renderVideo(description: VideoDescription): Promise<Uint8Array>;
}
