import { viewOf } from './byte-view.ts';

/** The first directory of a TIFF structure. */
export interface TiffDirectory {
  /** Tag number to its integer values. */
  readonly tags: ReadonlyMap<number, readonly number[]>;
  /** Whether all values lie within the file. */
  readonly complete: boolean;
}

/** Bytes of one value by its type number. */
const byteSizes: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const integerTypes: ReadonlySet<number> = new Set([1, 3, 4]);
const orientationTag = 274;

/** The only tags that are read, each once, which limits the cost of a directory that is large on purpose. */
const wanted: ReadonlySet<number> = new Set([256, 257, 273, orientationTag, 279, 324, 325, 338]);

/** Values of one tag beyond this are not read: no field that matters here is longer. */
const valueLimit = 65_536;

/** Reads the first directory of a TIFF file or of an EXIF block. Throws `RangeError` when it lies outside of the bytes. */
export function readTiffDirectory(bytes: Uint8Array): TiffDirectory {
  const view = viewOf(bytes);
  const little = view.getUint16(0) === 0x4949;
  const start = view.getUint32(4, little);
  const count = view.getUint16(start, little);
  const tags = new Map<number, readonly number[]>();
  let complete = true;
  for (let index = 0; index < count; index += 1) {
    const entry = start + 2 + index * 12;
    const code = view.getUint16(entry, little);
    const type = view.getUint16(entry + 2, little);
    const length = view.getUint32(entry + 4, little);
    const size = byteSizes[type] ?? 0;
    const from = size * length <= 4 ? entry + 8 : view.getUint32(entry + 8, little);
    if (from + size * length > bytes.length) complete = false;
    else if (wanted.has(code) && !tags.has(code) && integerTypes.has(type) && length <= valueLimit) {
      tags.set(
        code,
        Array.from({ length }, (_, step) => readValue(view, from + step * size, { size, little })),
      );
    }
  }
  return { tags, complete };
}

/** The EXIF orientation, 1 to 8; 1 when the block is corrupt or has none. */
export function readOrientation(block: Uint8Array): number {
  try {
    const value = readTiffDirectory(block).tags.get(orientationTag)?.[0] ?? 1;
    return value >= 1 && value <= 8 ? value : 1;
  } catch {
    return 1;
  }
}

function readValue(
  view: DataView,
  at: number,
  { size, little }: { readonly size: number; readonly little: boolean },
): number {
  if (size === 1) return view.getUint8(at);
  return size === 2 ? view.getUint16(at, little) : view.getUint32(at, little);
}
