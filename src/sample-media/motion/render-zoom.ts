import type { ClipDescription } from '../../gateway/ports/media/media.ts';
import { type CaptionCorner, drawCaptionPanel } from '../draw/draw-label.ts';
import { createStage, type Size, toSvg } from '../draw/stage.ts';
import type { MediaTools } from '../media-tools.ts';
import { createRandom } from '../scene/create-random.ts';
import { createZoomWriter } from '../video/create-zoom-writer.ts';
import { encodeKeyFrame } from '../video/encode-key-frame.ts';
import { keepKeyFrame } from '../video/keep-key-frame.ts';
import type { CodedVideo } from '../video/mux-mp4.ts';
import { blockSide, toI420, toYuvPicture } from '../video/yuv-picture.ts';
import { writeFrames } from './write-frames.ts';

/**
 * Renders a clip of a picture that the simulator did not draw: the whole picture, cropped to the clip's ratio, then a
 * slow zoom into it.
 */
export async function renderZoom(
  { width, height, seed, caption }: ClipDescription,
  {
    tools,
    picture,
    frameCount,
  }: { readonly tools: MediaTools; readonly picture: Uint8Array; readonly frameCount: number },
): Promise<Pick<CodedVideo, 'key' | 'frames'>> {
  const stage = createStage(width, height);
  const corner = caption === undefined ? undefined : drawCaptionPanel(stage, caption, blockSide);
  const overlay = corner && toSvg(stage, corner.drawing);
  const base = toYuvPicture(await tools.fill(picture, { width, height, overlay }), { width, height });
  const key = keepKeyFrame(await encodeKeyFrame(toI420(base), { tools, width, height }));
  const { anchorX, anchorY, scaleAt } = planZoom({ width, height }, seed);
  const [columns, rows] = [base.stride / blockSide, base.rows / blockSide];
  const write = createZoomWriter({ columns, rows, anchorX, anchorY, still: toBlocks(corner) });
  const frames = await writeFrames(frameCount - 1, (step) => {
    const index = step + 1;
    const progress = index / (frameCount - 1);
    return write({ index, scale: scaleAt(progress), progress });
  });
  return { key, frames };
}

function toBlocks(corner: CaptionCorner | undefined): { readonly columns: number; readonly rows: number } {
  return { columns: (corner?.width ?? 0) / blockSide, rows: (corner?.height ?? 0) / blockSide };
}

const CLOSEST = 1.34;

/**
 * Plans a slow zoom from the whole picture to a part of it that the seed picks: the anchor, in pixels from the upper left corner, stays
 * where it is, and `scaleAt` tells how much larger the picture is at a share (0 to 1) of the clip. The part is never in the upper left corner, where the
 * caption stays, and never in the middle, where a picture of a few large areas would hardly change.
 */
function planZoom({ width, height }: Size, seed: number) {
  const random = createRandom(seed, 6);
  const isLevel = random.chance(0.4);
  return {
    anchorX: width * random.between(0.82, 0.95),
    anchorY: height * (isLevel ? random.between(0.4, 0.6) : random.between(0.8, 0.95)),
    scaleAt: (share: number) => CLOSEST ** share,
  };
}
