import type { ImageDescription, LayerDescription } from '../gateway/ports/media/media.ts';
import { composeBase, composeLandscape, composeLayer, composeSubject } from './draw/compose-picture.ts';
import type { MediaTools } from './media-tools.ts';
import { writeSceneNote } from './scene/scene-note.ts';

type Encoder = Pick<MediaTools, 'encode'>;

/** Draws a landscape with the note of its scene, or one subject on a transparent background. */
export async function renderImage(image: ImageDescription, { encode }: Encoder): Promise<Uint8Array> {
  if (image.background === 'transparent') return encode(composeSubject(image), image);
  return writeSceneNote(await encode(composeLandscape(image), image), image);
}

/** Draws the base of a layered picture, or a layer above it. */
export function renderLayer(image: LayerDescription, { encode }: Encoder): Promise<Uint8Array> {
  const isBase = image.layer.index === 0;
  return isBase
    ? encode(composeBase(image), { ...image, background: 'opaque' })
    : encode(composeLayer(image), { ...image, background: 'transparent' });
}
