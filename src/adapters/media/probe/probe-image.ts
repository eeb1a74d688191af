import type { ImageFormat, ProbedImage } from '../../../gateway/ports/media/media.ts';
import { readSceneNote } from '../../../sample-media/sample-media.ts';
import type { ImageFacts } from './image-facts.ts';
import { readBmpFacts } from './read-bmp-facts.ts';
import { readGifFacts } from './read-gif-facts.ts';
import { readHeifFacts } from './read-heif-facts.ts';
import { readJpegFacts } from './read-jpeg-facts.ts';
import { readPngFacts } from './read-png-facts.ts';
import { readTiffFacts } from './read-tiff-facts.ts';
import { readWebpFacts } from './read-webp-facts.ts';
import { sniffImageFormat } from './sniff-image-format.ts';

const readers: Readonly<Record<ImageFormat, (bytes: Uint8Array) => ImageFacts | undefined>> = {
  png: readPngFacts,
  jpeg: readJpegFacts,
  webp: readWebpFacts,
  bmp: readBmpFacts,
  tiff: readTiffFacts,
  gif: readGifFacts,
  heic: readHeifFacts,
  heif: readHeifFacts,
  avif: readHeifFacts,
};

/**
 * Reads format, size and alpha of an image from its headers; `undefined` when the bytes are not an image. No pixel is
 * decoded and no native code sees the bytes, so neither decompression bombs nor decoder vulnerabilities matter, and
 * every file costs at most one pass.
 */
export async function probeImage(bytes: Uint8Array): Promise<ProbedImage | undefined> {
  const format = sniffImageFormat(bytes);
  if (format === undefined) return undefined;
  try {
    const facts = readers[format](bytes);
    if (!facts || facts.width === 0 || facts.height === 0) return undefined;
    const drawn = await readSceneNote(bytes, format);
    return { format, ...facts, ...(drawn ? { drawn } : {}) };
  } catch {
    // A header that points or reaches beyond the bytes.
    return undefined;
  }
}
