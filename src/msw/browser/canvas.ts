/** A size in whole pixels. */
export interface CanvasSize {
  readonly width: number;
  readonly height: number;
}

/** A canvas to draw on; an opaque one is black at first. */
export function openCanvas({ width, height }: CanvasSize, { alpha }: { readonly alpha: boolean }) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha, willReadFrequently: true });
  if (!context) throw new Error('this browser has no 2d canvas');
  return { canvas, context };
}

/** Draws an SVG document, which only an image element reads. */
export async function drawSvg(
  context: OffscreenCanvasRenderingContext2D,
  drawing: string,
  { width, height }: CanvasSize,
): Promise<void> {
  const url = URL.createObjectURL(new Blob([drawing], { type: 'image/svg+xml' }));
  try {
    const image = new Image(width, height);
    image.src = url;
    await image.decode();
    context.drawImage(image, 0, 0, width, height);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The bytes of a canvas as a file; undefined when the browser writes no such files. */
export async function toFile(
  canvas: OffscreenCanvas,
  type: string,
  quality: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const blob = await canvas.convertToBlob({ type, quality });
  return blob.type === type ? new Uint8Array(await blob.arrayBuffer()) : undefined;
}
