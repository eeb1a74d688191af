import type { LayerPlan } from './plan-layers.ts';

/** What `drawLayers` needs of a 2D context: that of a canvas, of an `OffscreenCanvas`, or of a library. */
export interface DrawingContext<Picture> {
  drawImage(picture: Picture, x: number, y: number, width: number, height: number): void;
}

/** Draws the layers of a plan one over the other; `load` turns the address of a layer into what the context draws. */
export async function drawLayers<Picture>(
  context: DrawingContext<Picture>,
  { layers }: LayerPlan,
  load: (url: string) => Promise<Picture>,
): Promise<void> {
  const pictures = await Promise.all(
    layers.map(async (layer) => ({ layer, picture: await load(layer.url) })),
  );
  for (const { layer, picture } of pictures)
    context.drawImage(picture, layer.x, layer.y, layer.width, layer.height);
}
