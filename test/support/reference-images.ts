import sharp from 'sharp';
import { bmpFile, heifFile } from '../adapters/media/image-files.ts';
import { pngFile } from './png-file.ts';

/** A reference image to make. */
export interface ReferenceImage {
  readonly width: number;
  readonly height: number;
  /** `heic` is always 4032x3024. */
  readonly format: string;
  readonly hasAlpha?: boolean;
  /** Exact length of the file; PNG only. */
  readonly bytes?: number;
}

/** Makes the file of a reference image: a real one for every format but `heic`, which has headers only. */
export async function referenceImage(image: ReferenceImage): Promise<Buffer> {
  const { width, height, format, hasAlpha = false } = image;
  switch (format) {
    case 'png':
      return pngFile(image);
    case 'bmp':
      return bmpFile({ width, height, depth: 24 });
    case 'heic':
      return heifFile({ brand: 'heic' });
    case 'heif':
      return heifFile({ brand: 'mif1', compatible: 'mif1' });
    case 'jpeg':
    case 'webp':
    case 'gif':
    case 'tiff':
    case 'avif':
      return encodeOnce(width, height, format, hasAlpha);
    default:
      throw new RangeError(`There is no maker for ${format}`);
  }
}

const encoded = new Map<string, Promise<Buffer>>();

/** The same few images are asked for again and again, and to encode one takes up to a tenth of a second. */
function encodeOnce(...image: Parameters<typeof encode>): Promise<Buffer> {
  const key = image.join();
  const file = encoded.get(key) ?? encode(...image);
  encoded.set(key, file);
  return file;
}

function encode(
  width: number,
  height: number,
  format: 'jpeg' | 'webp' | 'gif' | 'tiff' | 'avif',
  hasAlpha: boolean,
): Promise<Buffer> {
  const background = hasAlpha ? { r: 9, g: 99, b: 199, alpha: 0.5 } : { r: 9, g: 99, b: 199 };
  const picture = sharp({ create: { width, height, channels: hasAlpha ? 4 : 3, background } });
  // JPEG inside TIFF, the default there, has no alpha.
  return format === 'tiff'
    ? picture.tiff({ compression: 'lzw' }).toBuffer()
    : picture.toFormat(format).toBuffer();
}

/** A reference image as a data URI; `declared` is the format in its head. */
export async function dataUri(image: ReferenceImage, declared = image.format): Promise<string> {
  return `data:image/${declared};base64,${(await referenceImage(image)).toString('base64')}`;
}
