import type { ClipDescription, PictureCopy } from '../gateway/ports/media/media.ts';
import { renderScene } from './motion/render-scene.ts';
import { renderZoom } from './motion/render-zoom.ts';
import { muxMp4 } from './video/mux-mp4.ts';

const framesPerSecond = 24;

/**
 * Renders a clip: a drawn scene in which things move, or a zoom into the picture that it begins with. H.264 in a fast-start MP4, exact
 * in size and to the frame. Sides must be even.
 */
export async function renderClip(description: ClipDescription, picture?: PictureCopy): Promise<Uint8Array> {
  const { width, height, durationSeconds } = description;
  if (width % 2 !== 0 || height % 2 !== 0) {
    throw new RangeError(`a video needs even sides, not ${width}x${height}`);
  }
  const frameCount = Math.max(Math.round(durationSeconds * framesPerSecond), 1);
  const video =
    picture === undefined
      ? await renderScene(description, { framesPerSecond, frameCount })
      : await renderZoom(description, { picture: Buffer.from(picture, 'base64'), frameCount });
  return muxMp4({ width, height, framesPerSecond, ...video });
}
