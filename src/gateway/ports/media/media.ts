/** Formats of reference images, named as in the contract. */
export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'bmp' | 'tiff' | 'gif' | 'heic' | 'heif' | 'avif';

/** Limits on reading a reference. Sizes in bytes, times in milliseconds. */
export interface FetchReferenceOptions {
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Called before this many more bytes are buffered; `false` stops reading. */
  readonly reserve?: (bytes: number) => boolean;
}

/** The outcome of reading a reference address; expected failures are values, a fetcher never throws. */
export type FetchedReference =
  | { readonly kind: 'fetched'; readonly bytes: Uint8Array; readonly declaredType: string | undefined }
  /** `bytes` is the size, where it was announced or is known. */
  | { readonly kind: 'too_large'; readonly maxBytes: number; readonly bytes?: number }
  | { readonly kind: 'malformed'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'no_room' };

/** Reads reference media from `http(s)` addresses and `data:` URIs (sections 4.3 and 4.4). */
export interface ReferenceFetcher {
  fetch(address: string, options: FetchReferenceOptions): Promise<FetchedReference>;
}

/** Facts from the header of an image; dimensions as displayed. */
export interface ProbedImage {
  readonly format: ImageFormat;
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** The file ends before its own end marker. */
  readonly truncated: boolean;
  /** What it was drawn from, for a picture made by the simulator. */
  readonly drawn?: DrawnScene | undefined;
  /** A small copy of any other picture, if one was needed and could be made. */
  readonly copy?: PictureCopy | undefined;
}

/** A small image file in base64, at most `references.picture_bytes` decoded. */
export type PictureCopy = string;

/** The input that a drawn scene was made from. */
export interface DrawnScene {
  readonly seed: number;
  readonly scene?: SceneWish;
}

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

export type SceneHour = 'day' | 'dawn' | 'dusk' | 'night';

/** What covers the land of a scene: its season or landscape. */
export type SceneGround = 'green' | 'snow' | 'desert' | 'autumn' | 'spring';

/** What is in the air of a scene; `snow` is falling snow. */
export type SceneWeather = 'fog' | 'rain' | 'snow';

/** What a prompt requests for a scene; the seed determines the rest. */
export interface SceneWish {
  /** Always shown, the first one large. */
  readonly things?: readonly SceneThing[];
  /** Never shown. */
  readonly absent?: readonly SceneThing[];
  readonly hour?: SceneHour;
  readonly ground?: SceneGround;
  readonly weather?: SceneWeather;
  /** Whether there is a lake or the sea; undefined leaves it open. */
  readonly water?: boolean;
}

export interface ImageDescription {
  /** Whole pixels. */
  readonly width: number;
  readonly height: number;
  readonly format: 'png' | 'jpeg';
  /** Any number; the same seed gives the same landscape. */
  readonly seed: number;
  readonly watermark: boolean;
  readonly background: 'opaque' | 'transparent';
  readonly scene?: SceneWish;
  /** A caption that identifies the image. */
  readonly caption?: string;
}

/** A part of a layered picture. */
export interface LayerDescription extends ImageDescription {
  /** 0 is the base image, 1 and up are transparent layers. */
  readonly layer: { readonly index: number };
}

export interface ClipDescription {
  /** Even numbers of pixels. */
  readonly width: number;
  readonly height: number;
  readonly durationSeconds: number;
  readonly seed: number;
  readonly scene?: SceneWish;
  /** A caption that identifies the clip. */
  readonly caption?: string;
  /**
   * Dimensions of the drawn picture it begins with; it shows the part that contains the most of what the prompts
   * name.
   */
  readonly still?: { readonly width: number; readonly height: number };
  /** Things that the prompt names; they appear where the scene, or the part that is shown, lacks them. */
  readonly added?: readonly SceneThing[];
  /** Digest of the picture it begins with, which is rendered instead of a scene. */
  readonly picture?: string;
}
