import type { components } from '../../../generated/openapi-types.ts';
import {
  type Placement,
  placeAbsolute,
  placeNormalized,
  stackingOrder,
} from '../../contract/sizes/layer-box.ts';

type Schemas = components['schemas'];

/** One layer where it belongs on the canvas. */
export interface PlacedLayer extends Placement {
  readonly url: string;
  readonly name: string | undefined;
  readonly description: string | undefined;
}

/** How to put a decomposed image together again. */
export interface LayerPlan {
  /** Of the canvas, in pixels: the size of the base image. */
  readonly width: number;
  readonly height: number;
  /** In the order in which to draw them; the first is the base image. */
  readonly layers: readonly PlacedLayer[];
}

/** The plan of an image that was decomposed into layers (section 2.5); throws a RangeError for one that was not. */
export function planLayers({ url, sizes, layers }: Schemas['ImageResult']): LayerPlan {
  const [base] = layers ?? [];
  if (!layers || !base) throw new RangeError('The image has no layers: submit it with layer_decomposition.');
  const canvas = readSize(base.size ?? sizes?.[0] ?? '');
  const urls: readonly string[] = [url].flat();
  if (urls.length < layers.length)
    throw new RangeError(`The image has ${layers.length} layers, but ${urls.length} addresses.`);
  const linked = layers.map((layer, index) => ({ ...layer, url: urls[index] ?? '' }));
  return {
    ...canvas,
    layers: stackingOrder(linked).map((layer) => ({
      ...placeOf(layer, canvas),
      url: layer.url,
      name: layer.name,
      description: layer.description,
    })),
  };
}

type Canvas = Pick<LayerPlan, 'width' | 'height'>;

function placeOf({ bounding_box: box }: Schemas['ImageLayer'], canvas: Canvas): Placement {
  if (!box) return { x: 0, y: 0, ...canvas };
  const [left = 0, top = 0, right = 0, bottom = 0] = box.absolute ?? box.normalized;
  const edges = [left, top, right, bottom] as const;
  return box.absolute ? placeAbsolute(edges) : placeNormalized(edges, canvas);
}

function readSize(size: string): Canvas {
  const [width = Number.NaN, height = Number.NaN] = size.split('x').map(Number);
  if (width > 0 && height > 0) return { width, height };
  throw new RangeError(`The size of the base image is not <width>x<height>: ${size}`);
}
