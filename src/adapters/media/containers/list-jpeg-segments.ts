export interface JpegSegment {
  /** Second byte of its marker. */
  readonly marker: number;
  /** Position of the marker. */
  readonly at: number;
  /** End of the segment, without the entropy-coded data that may follow it; beyond the file if the length is false. */
  readonly end: number;
  /** Position of the next marker, or the end of the file. */
  readonly next: number;
}

/** The marker of a scan, which entropy-coded data follows. */
export const startOfScan = 0xda;
export const endOfImage = 0xd9;

/** No image has more segments than this. */
const segmentLimit = 65_536;

/**
 * Lists the segments of a JPEG file up to its end marker, which counts only where a marker can stand, never inside a
 * thumbnail or a trailer. Jumps over entropy-coded data from marker to marker, so that any file costs at most one
 * pass.
 */
export function* listJpegSegments(bytes: Uint8Array): Generator<JpegSegment> {
  for (let at = nextMarker(bytes, 2), seen = 0; at !== -1 && seen < segmentLimit; seen += 1) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === endOfImage) {
      yield { marker, at, end: at + 2, next: bytes.length };
      return;
    }
    if (at + 4 > bytes.length) return;
    const length = (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
    const end = at + 2 + Math.max(length, 2);
    const next = nextMarker(bytes, end);
    yield { marker, at, end, next: next === -1 ? bytes.length : next };
    at = next;
  }
}

/** The start-of-frame markers; three codes in their range are for tables. */
export function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Position of the next marker at or after `from`; stuffed zeros, fill bytes and restart markers do not count. */
function nextMarker(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 2)) {
    while (bytes[at + 1] === 0xff) at += 1;
    const code = bytes[at + 1];
    if (code === undefined) return -1;
    if (code >= 0xc0 && !(code >= 0xd0 && code <= 0xd8)) return at;
  }
  return -1;
}
