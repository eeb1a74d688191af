import { viewOf } from './image-facts.ts';

/** Tag number to its integer values, of the first directory of a TIFF structure. */
export type TiffDirectory = ReadonlyMap<number, readonly number[]>;

const byteSizes: Readonly<Record<number, 1 | 2 | 4>> = { 1: 1, 3: 2, 4: 4 };
const orientationTag = 274;

/** The only tags that are read, each once, which bounds the cost of a directory made to be large. */
const wanted: ReadonlySet<number> = new Set([256, 257, 273, orientationTag, 279, 324, 325, 338]);

/** Values of one tag beyond this are not read: no field that matters here is longer. */
const valueLimit = 65_536;

/** Reads the first directory of a TIFF file or of an EXIF block. Throws `RangeError` when it lies outside of the bytes. */
export function readTiffDirectory(bytes: Uint8Array): TiffDirectory {
  const view = viewOf(bytes);
  const little = view.getUint16(0) === 0x4949;
  const start = view.getUint32(4, little);
  const count = view.getUint16(start, little);
  const directory = new Map<number, readonly number[]>();
  for (let index = 0; index < count; index += 1) {
    const entry = start + 2 + index * 12;
    const code = view.getUint16(entry, little);
    const size = byteSizes[view.getUint16(entry + 2, little)];
    const length = view.getUint32(entry + 4, little);
    if (size === undefined || length > valueLimit || !wanted.has(code) || directory.has(code)) continue;
    const from = size * length <= 4 ? entry + 8 : view.getUint32(entry + 8, little);
    if (from + size * length > bytes.length) continue;
    const values = Array.from({ length }, (_, step) => readValue(view, from + step * size, { size, little }));
    directory.set(code, values);
  }
  return directory;
}

/** The EXIF orientation, 1 to 8; 1 when the block is damaged or says nothing. */
export function readOrientation(block: Uint8Array): number {
  try {
    const value = readTiffDirectory(block).get(orientationTag)?.[0] ?? 1;
    return value >= 1 && value <= 8 ? value : 1;
  } catch {
    return 1;
  }
}

function readValue(
  view: DataView,
  at: number,
  { size, little }: { readonly size: 1 | 2 | 4; readonly little: boolean },
): number {
  if (size === 1) return view.getUint8(at);
  return size === 2 ? view.getUint16(at, little) : view.getUint32(at, little);
}
