import type { ImageDescription, LayerDescription } from '../gateway/ports/media/media.ts';
import { composeBase, composeLandscape, composeLayer, composeSubject } from './draw/compose-picture.ts';
import { writeSceneNote } from './scene/scene-note.ts';

/** Draws a landscape with the note of its scene, or one subject on a transparent background. */
export async function renderImage(image: ImageDescription): Promise<Uint8Array> {
  if (image.background === 'transparent') return encode(composeSubject(image), image.format, 'transparent');
  return writeSceneNote(await encode(composeLandscape(image), image.format, 'opaque'), image);
}

/** Draws the base of a layered picture, or a layer above it. */
export function renderLayer(image: LayerDescription): Promise<Uint8Array> {
  const isBase = image.layer.index === 0;
  return isBase
    ? encode(composeBase(image), image.format, 'opaque')
    : encode(composeLayer(image), image.format, 'transparent');
}

async function encode(
  drawing: string,
  format: ImageDescription['format'],
  background: ImageDescription['background'],
): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  const picture = sharp(Buffer.from(drawing), { limitInputPixels: false, unlimited: true });
  if (format === 'jpeg') return picture.flatten({ background: '#ffffff' }).jpeg({ quality: 85 }).toBuffer();
  const prepared = background === 'transparent' ? picture : picture.removeAlpha();
  // Measured on 2048 pixels square: level 2 without row filters takes a third of the default's time for a fifth more bytes.
  return prepared.png({ compressionLevel: 2, adaptiveFiltering: false }).toBuffer();
}
