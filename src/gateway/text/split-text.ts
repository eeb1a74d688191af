/** Characters of a piece: fine enough to find where two prompts part, coarse enough to remember many. */
const PIECE_LENGTH = 1024;

/** How far back from the end of a piece white space is looked for. */
const LOOK_BACK = 200;

/** Cuts a text into pieces, before white space where there is any near. The same beginning gives the same pieces. */
export function splitText(text: string): readonly string[] {
  if (text.length <= PIECE_LENGTH) return [text];
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
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
