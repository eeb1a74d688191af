import type { ImageFormat } from '../../../gateway/ports/media/media.ts';
import { readCharacters } from '../containers/byte-view.ts';

const brands: Readonly<Record<string, ImageFormat>> = {
  avif: 'avif',
  avis: 'avif',
  heic: 'heic',
  heix: 'heic',
  hevc: 'heic',
  hevx: 'heic',
  heim: 'heic',
  heis: 'heic',
  mif1: 'heif',
  msf1: 'heif',
};

/** Detects the format of a file by its first bytes; `undefined` for any format that is not accepted (SVG and HTML included). */
export function sniffImageFormat(bytes: Uint8Array): ImageFormat | undefined {
  const head = readCharacters(bytes, 64);
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif';
  if (head.startsWith('RIFF') && head.startsWith('WEBPVP8', 8)) return 'webp';
  if (head.startsWith('II*\0') || head.startsWith('MM\0*')) return 'tiff';
  if (head.startsWith('BM')) return 'bmp';
  if (head.startsWith('ftyp', 4)) return sniffBrand(head);
  return undefined;
}

/** Some AVIF writers put the general brand first and `avif` only among the compatible ones. */
function sniffBrand(head: string): ImageFormat | undefined {
  const major = brands[head.slice(8, 12)];
  if (major !== 'heif') return major;
  const boxLength = head.charCodeAt(2) * 256 + head.charCodeAt(3);
  for (let at = 16; at + 4 <= Math.min(boxLength, head.length); at += 4) {
    if (head.startsWith('avif', at)) return 'avif';
  }
  return major;
}
