/**
 * The pictures and clips of the simulator: seeded landscapes. Code outside this folder imports no other file of it.
 * The code behind a function is loaded with its first call. The same description gives the same bytes on the same
 * platform.
 */
import type {
  ClipDescription,
  DrawnScene,
  ImageDescription,
  LayerDescription,
  PictureCopy,
} from '../gateway/ports/media/media.ts';
import type { MediaTools } from './media-tools.ts';
import type { LayerPlan } from './scene/plan-layers.ts';

export type { MediaTools, VideoEncoders } from './media-tools.ts';

/** Draws with the tools of a platform. */
export interface SampleMedia {
  /**
   * Draws a landscape, or one subject on a transparent background, as a PNG or JPEG file of exactly this many pixels. What a landscape
   * was drawn from is written into its file, for `readSceneNote`.
   */
  renderImage(image: ImageDescription): Promise<Uint8Array>;
  /** Draws one part of a layered picture: the base image without its subjects, or one subject as a transparent PNG that fills its box. */
  renderLayer(layer: LayerDescription): Promise<Uint8Array>;
  /**
   * Renders a landscape in which things move, or a zoom into `picture`, the one that the description names: H.264 in
   * MP4 with its index in front, 24 frames a second, exact to the frame. Rejects with `RangeError` for odd sides, and
   * when the picture cannot be decoded.
   */
  renderClip(clip: ClipDescription, picture?: PictureCopy): Promise<Uint8Array>;
}

/** Creates what renders with these tools. */
export function createSampleMedia(tools: MediaTools): SampleMedia {
  return {
    renderImage: async (image) => (await import('./render-image.ts')).renderImage(image, tools),
    renderLayer: async (layer) => (await import('./render-image.ts')).renderLayer(layer, tools),
    renderClip: async (clip, picture) =>
      (await import('./render-clip.ts')).renderClip(clip, { tools, picture }),
  };
}

/** Plans the layers above the base image of a layered picture, bottom to top: `count` of them, at most sixteen. */
export async function planLayers(
  picture: Pick<ImageDescription, 'width' | 'height' | 'seed'>,
  { count }: { readonly count: number },
): Promise<readonly LayerPlan[]> {
  return (await import('./scene/plan-layers.ts')).planLayers(picture, { count });
}

/**
 * What a PNG or JPEG file of the simulator was drawn from; undefined for any other file. The note is not trusted.
 * Rejects with `RangeError` when a header points beyond the bytes.
 */
export async function readSceneNote(file: Uint8Array, format: string): Promise<DrawnScene | undefined> {
  return (await import('./scene/scene-note.ts')).readSceneNote(file, format);
}
