import { readFourCharacters } from './byte-view.ts';

/** One box of an ISO base media file: its type and where its content starts and ends. */
export interface Box {
  readonly type: string;
  readonly data: number;
  readonly end: number;
}

/** A file with more boxes in one place is not an image. */
const boxLimit = 10_000;

/** Lists the boxes between two positions; `truncated` when the last one reaches beyond them. */
export function listBoxes(
  view: DataView,
  start: number,
  end: number,
): { readonly boxes: readonly Box[]; readonly truncated: boolean } {
  const boxes: Box[] = [];
  let at = start;
  while (at + 8 <= end && boxes.length < boxLimit) {
    const short = view.getUint32(at);
    const head = short === 1 ? 16 : 8;
    if (at + head > end) return { boxes, truncated: true };
    const size = short === 0 ? end - at : short === 1 ? Number(view.getBigUint64(at + 8)) : short;
    if (size < head) break;
    boxes.push({ type: readFourCharacters(view, at + 4), data: at + head, end: Math.min(at + size, end) });
    at += size;
  }
  return { boxes, truncated: at > end || (at < end && at + 8 > end) };
}
