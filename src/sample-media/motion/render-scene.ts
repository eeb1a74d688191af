import type { ClipDescription } from '../../gateway/ports/media/media.ts';
import type { Size } from '../draw/stage.ts';
import type { MediaTools } from '../media-tools.ts';
import { encodeKeyFrame } from '../video/encode-key-frame.ts';
import type { CodedVideo } from '../video/mux-mp4.ts';
import { createFrameWriter } from '../video/write-painted-frame.ts';
import { toI420, toYuvPicture } from '../video/yuv-picture.ts';
import { drawAtlas } from './atlas.ts';
import { type Layer, type PlannedLayer, toCuts } from './layer.ts';
import { createPainter } from './painter.ts';
import { planMovingScene } from './scene-layers.ts';
import type { View } from './view.ts';
import { writeFrames } from './write-frames.ts';

/** Renders a drawn scene in which things move. Only the first frame is encoded as a whole; the others add what has changed. */
export async function renderScene(
  description: ClipDescription,
  {
    tools,
    framesPerSecond,
    frameCount,
  }: { readonly tools: MediaTools; readonly framesPerSecond: number; readonly frameCount: number },
): Promise<Pick<CodedVideo, 'key' | 'frames'>> {
  const { width, height } = description;
  const { view, backdrop: drawing, layers: planned } = planMovingScene(description);
  const [backdrop, layers] = await Promise.all([
    drawBackdrop(drawing, { tools, view, width, height }),
    drawLayers(planned, { tools, view }),
  ]);
  const { pixelsPerUnit } = view;
  const behind = toYuvPicture(backdrop, { width, height });
  const painter = createPainter({ backdrop: behind, layers, pixelsPerUnit, framesPerSecond });
  const picture = painter.first();
  const key = await encodeKeyFrame(toI420(picture), { tools, width, height });
  const writer = createFrameWriter(picture);
  const frames = await writeFrames(frameCount - 1, (step) => writer.write(painter.next(), step + 1));
  return { key, frames };
}

interface DrawOptions {
  readonly tools: MediaTools;
  readonly view: View;
}

function drawBackdrop(
  drawing: string,
  { tools, view, width, height }: Size & DrawOptions,
): Promise<Uint8Array> {
  const box = [view.x, view.y, view.width, view.height].map((value) => value.toFixed(4)).join(' ');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box}" ` +
    `preserveAspectRatio="none">${drawing}</svg>`;
  return tools.draw(svg, { width, height, alpha: false });
}

async function drawLayers(
  planned: readonly PlannedLayer[],
  { tools, view }: DrawOptions,
): Promise<readonly Layer[]> {
  const placed = planned.map((layer) => ({ layer, ...toCuts(layer, view) }));
  const bitmaps = await drawAtlas(
    placed.flatMap(({ cuts }) => cuts),
    tools,
  );
  let next = 0;
  return placed.map(({ layer: { at, every }, left, top, cuts }) => {
    const own = bitmaps.slice(next, next + cuts.length);
    next += cuts.length;
    return { at, every, bitmaps: own, left, top };
  });
}
