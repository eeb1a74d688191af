import { viewOf } from '../containers/byte-view.ts';
import type { ImageFacts } from './image-facts.ts';

const coreHeader = 12;
const alphaMaskOffset = 66;

/**
 * BMP: negative heights mean top-down rows. Alpha counts only with an explicit alpha mask (V3 header and later): the fourth byte of a plain
 * 32-bit file is padding to most readers.
 */
export function readBmpFacts(bytes: Uint8Array): ImageFacts | undefined {
  const view = viewOf(bytes);
  const pixels = view.getUint32(10, true);
  const header = view.getUint32(14, true);
  if (header === coreHeader) {
    const size = { width: view.getUint16(18, true), height: view.getUint16(20, true) };
    return {
      ...size,
      hasAlpha: false,
      truncated: isShort({ ...size, pixels, depth: view.getUint16(24, true) }),
    };
  }
  if (header < 40) return undefined;
  const size = { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
  const depth = view.getUint16(28, true);
  const compression = view.getUint32(30, true);
  const packed = compression === 1 || compression === 2;
  const dataSize = packed ? view.getUint32(34, true) : undefined;
  const hasAlpha =
    depth === 32 && compression === 3 && header >= 56 && view.getUint32(alphaMaskOffset, true) !== 0;
  return { ...size, hasAlpha, truncated: isShort({ ...size, pixels, depth, dataSize }) };

  function isShort(layout: PixelLayout): boolean {
    return layout.pixels + (layout.dataSize ?? rowsSize(layout)) > bytes.length;
  }
}

interface PixelLayout {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly pixels: number;
  readonly dataSize?: number | undefined;
}

/** Rows are padded to four bytes. */
function rowsSize({ width, height, depth }: PixelLayout): number {
  return Math.ceil((width * depth) / 32) * 4 * height;
}
