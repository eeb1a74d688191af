import type { ClipDescription, PictureCopy } from '../gateway/ports/media/media.ts';
import { fromBase64 } from '../runtime/from-base64.ts';
import type { MediaTools } from './media-tools.ts';
import { renderScene } from './motion/render-scene.ts';
import { renderZoom } from './motion/render-zoom.ts';
import { muxMp4 } from './video/mux-mp4.ts';

const framesPerSecond = 24;

/**
 * Renders a clip: a drawn scene in which things move, or a zoom into the picture that it begins with. H.264 in a fast-start MP4, exact
 * in size and to the frame. Sides must be even.
 */
export async function renderClip(
  description: ClipDescription,
  { tools, picture }: { readonly tools: MediaTools; readonly picture: PictureCopy | undefined },
): Promise<Uint8Array> {
  const { width, height, durationSeconds } = description;
  if (width % 2 !== 0 || height % 2 !== 0) {
    throw new RangeError(`a video needs even sides, not ${width}x${height}`);
  }
  const frameCount = Math.max(Math.round(durationSeconds * framesPerSecond), 1);
  const video =
    picture === undefined
      ? await renderScene(description, { tools, framesPerSecond, frameCount })
      : await renderZoom(description, { tools, picture: fromBase64(picture), frameCount });
  return muxMp4({ width, height, framesPerSecond, ...video });
}
