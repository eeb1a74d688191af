/** Characters per chunk: fine enough to find where two prompts differ, coarse enough to cache many. */
const PIECE_LENGTH = 1024;

/** How far back from the end of a chunk to look for white space. */
const LOOK_BACK = 200;

export interface TextPiece {
  readonly content: string;
  readonly isLast: boolean;
}

/** Splits a text into chunks, before white space if there is any near. The same beginning gives the same chunks. */
export function* splitText(text: string): Generator<TextPiece> {
  let start = 0;
  do {
    const end = endOfPiece(text, start);
    yield { content: text.slice(start, end), isLast: end === text.length };
    start = end;
  } while (start < text.length);
}

function endOfPiece(text: string, start: number): number {
  const limit = start + PIECE_LENGTH;
  if (limit >= text.length) return text.length;
  for (let end = limit; end > limit - LOOK_BACK; end -= 1) {
    if (/\s/.test(text.charAt(end))) return end;
  }
  const isInsidePair = /[\uDC00-\uDFFF]/.test(text.charAt(limit));
  return isInsidePair ? limit - 1 : limit;
}
