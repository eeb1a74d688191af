import { once } from '../../gateway/memory/once.ts';
import type { MediaTools, VideoEncoders } from '../../sample-media/sample-media.ts';
import { type CanvasSize, drawSvg, openCanvas, toFile } from './canvas.ts';

/** Quality of JPEG files, 0 to 1. */
const QUALITY = 0.85;

/** Draws with the canvas of the page. */
export const canvasTools: MediaTools = {
  async encode(drawing, { format, background, ...size }) {
    const { canvas, context } = openCanvas(size, { alpha: background === 'transparent' && format === 'png' });
    if (format === 'jpeg') fillWhite(context, size);
    await drawSvg(context, drawing, size);
    const file = await toFile(canvas, `image/${format}`, QUALITY);
    if (!file) throw new Error(`this browser writes no ${format} files`);
    return file;
  },
  async draw(drawing, { alpha, ...size }) {
    const { context } = openCanvas(size, { alpha });
    await drawSvg(context, drawing, size);
    return readPixels(context, { alpha, ...size });
  },
  async fill(picture, { overlay, ...size }) {
    const { context } = openCanvas(size, { alpha: false });
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(picture)]));
    const scale = Math.max(size.width / bitmap.width, size.height / bitmap.height);
    const [width, height] = [bitmap.width * scale, bitmap.height * scale];
    context.drawImage(bitmap, (size.width - width) / 2, (size.height - height) / 2, width, height);
    if (overlay) await drawSvg(context, overlay, size);
    return readPixels(context, { alpha: false, ...size });
  },
  loadEncoders: once(async () => {
    const loaded = await import('h264-mp4-encoder/embuild/dist/h264-mp4-encoder.web.js');
    return loaded.default satisfies VideoEncoders;
  }),
};

function fillWhite(context: OffscreenCanvasRenderingContext2D, { width, height }: CanvasSize): void {
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
}

function readPixels(
  context: OffscreenCanvasRenderingContext2D,
  { alpha, width, height }: CanvasSize & { readonly alpha: boolean },
): Uint8Array {
  const { data } = context.getImageData(0, 0, width, height);
  if (alpha) return new Uint8Array(data.buffer);
  const pixels = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    pixels[to] = data[from] ?? 0;
    pixels[to + 1] = data[from + 1] ?? 0;
    pixels[to + 2] = data[from + 2] ?? 0;
  }
  return pixels;
}
