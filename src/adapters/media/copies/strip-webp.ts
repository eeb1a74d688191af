import { readFourCharacters, viewOf } from '../containers/byte-view.ts';
import { readWebpFacts, readWebpOrientation } from '../probe/read-webp-facts.ts';
import { createKeptBytes } from './kept-bytes.ts';
import type { StrippedPicture } from './stripped-picture.ts';

const headBytes = 12;
const animationFlag = 0x02;
const alphaFlag = 0x10;
const channels = 4;
const keptOnce: ReadonlySet<string> = new Set(['VP8X', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L']);

/** Keeps the pixels and their transparency, and only the first frame of an animation. */
export function stripWebp(bytes: Uint8Array): StrippedPicture | undefined {
  const facts = readWebpFacts(bytes);
  if (!facts) return undefined;
  const orientation = readWebpOrientation(bytes);
  const view = viewOf(bytes);
  const kept = createKeptBytes(bytes);
  kept.keep(0, headBytes);
  const seen = new Set<string>();
  const end = Math.min(bytes.length, view.getUint32(4, true) + 8);
  for (let at = headBytes; at + 8 <= end; ) {
    const length = view.getUint32(at + 4, true);
    const next = at + 8 + length + (length & 1);
    const type = readFourCharacters(view, at);
    if (keptOnce.has(type) && !seen.has(type)) {
      seen.add(type);
      kept.keep(at, next);
    }
    at = next;
  }
  const stripped = kept.finish();
  const header = viewOf(stripped);
  header.setUint32(4, stripped.length - 8, true);
  if (readFourCharacters(header, headBytes) === 'VP8X')
    header.setUint8(20, header.getUint8(20) & (animationFlag | alphaFlag)); // nothing else is in it now
  const isWhole = seen.has('ANMF') || seen.has('VP8L');
  return {
    bytes: stripped,
    orientation,
    decodedBytes: facts.width * facts.height * channels * (isWhole ? 2 : 1),
  };
}
