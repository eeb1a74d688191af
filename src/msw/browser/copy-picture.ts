import { policies } from '../../../generated/policies.ts';
import type { ImageProber } from '../../gateway/ports/media/image-prober.ts';
import { openCanvas, toFile } from './canvas.ts';

const { references } = policies;

/** Quarter turns clockwise, by EXIF orientation, after a mirroring. */
const turns: Readonly<Record<number, readonly [mirror: readonly [number, number], quarters: number]>> = {
  2: [[-1, 1], 0],
  3: [[1, 1], 2],
  4: [[1, -1], 0],
  5: [[1, -1], 1],
  6: [[1, 1], 1],
  7: [[1, -1], 3],
  8: [[1, 1], 3],
};

/** Copies pictures with the decoders of the browser: a small WebP file, or nothing where it writes none. */
export const canvasCopier: Pick<ImageProber, 'copy'> = {
  async copy({ bytes, orientation }) {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)])).catch(() => undefined);
    if (!bitmap) return undefined;
    const scale = Math.min(references.picture_side / Math.max(bitmap.width, bitmap.height), 1);
    const width = Math.max(Math.round(bitmap.width * scale), 1);
    const height = Math.max(Math.round(bitmap.height * scale), 1);
    const [mirror, quarters] = turns[orientation] ?? [[1, 1], 0];
    const isSideways = quarters % 2 === 1;
    const size = isSideways ? { width: height, height: width } : { width, height };
    const { canvas, context } = openCanvas(size, { alpha: false });
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, size.width, size.height);
    context.translate(size.width / 2, size.height / 2);
    context.rotate((quarters * Math.PI) / 2);
    context.scale(mirror[0], mirror[1]);
    context.drawImage(bitmap, -width / 2, -height / 2, width, height);
    for (const quality of references.picture_qualities) {
      const file = await toFile(canvas, 'image/webp', quality / 100);
      if (file && file.length <= references.picture_bytes) return btoa(String.fromCharCode(...file));
    }
    return undefined;
  },
};
