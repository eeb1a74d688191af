import type { ClipDescription } from '../../gateway/ports/media/media.ts';
import { type CaptionCorner, drawCaptionPanel } from '../draw/draw-label.ts';
import { createStage, toSvg } from '../draw/stage.ts';
import type { MediaTools } from '../media-tools.ts';
import { createZoomWriter } from '../video/create-zoom-writer.ts';
import { encodeKeyFrame } from '../video/encode-key-frame.ts';
import { keepKeyFrame } from '../video/keep-key-frame.ts';
import type { CodedVideo } from '../video/mux-mp4.ts';
import { blockSide, toI420, toYuvPicture } from '../video/yuv-picture.ts';
import { writeFrames } from './write-frames.ts';
import { planZoom } from './zoom.ts';

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
