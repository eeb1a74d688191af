import { viewOf } from '../containers/byte-view.ts';
import type { ImageFacts } from './image-facts.ts';

const extension = 0x21;
const graphicControl = 0xf9;
const imageDescriptor = 0x2c;
const trailer = 0x3b;

/** GIF: the size of the canvas; alpha when any frame names a transparent colour; the end from the trailer. */
export function readGifFacts(bytes: Uint8Array): ImageFacts {
  const view = viewOf(bytes);
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  let hasAlpha = false;
  let truncated = true;
  for (let at = 13 + colourTableSize(view.getUint8(10)); at < bytes.length; ) {
    const kind = bytes[at];
    if (kind === extension) {
      if (bytes[at + 1] === graphicControl && ((bytes[at + 3] ?? 0) & 1) === 1) hasAlpha = true;
      at = skipBlocks(bytes, at + 2);
    } else if (kind === imageDescriptor) {
      at = skipBlocks(bytes, at + 11 + colourTableSize(bytes[at + 9] ?? 0));
    } else {
      truncated = kind !== trailer;
      break;
    }
  }
  return { ...size, hasAlpha, truncated };
}

function colourTableSize(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Position after a chain of data blocks, each preceded by its length; an empty block ends the chain. */
function skipBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let length = bytes[at]; length !== undefined && length !== 0; length = bytes[at]) at += length + 1;
  return at + 1;
}
