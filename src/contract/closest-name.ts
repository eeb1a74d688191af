/** Longer names are nobody's slip of the pen. */
const LONGEST_NAME = 64;

/**
 * The known name that another one is probably meant to be: the same but for case and separators, or the nearest by edit distance
 * when few letters differ. Undefined when nothing is near.
 */
export function closestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const plain = toPlain(name);
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of known) {
    const most = Math.min(mostEdits(plain), (best?.distance ?? Number.POSITIVE_INFINITY) - 1);
    const distance = editDistance(plain, toPlain(candidate), most);
    if (distance <= most) best = { name: candidate, distance };
  }
  return best?.name;
}

/** `imageURLs` and `image-urls` are `image_urls` written otherwise. */
function toPlain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** One edit in three letters, three at most: `sise`, `promt`, `resoltuion`. */
function mostEdits({ length }: string): number {
  return Math.min(3, Math.floor(length / 3));
}

/** Letters to insert, leave out, replace or swap with their neighbour; more than `most` where it is more. */
function editDistance(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let before: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const cost = left[row - 1] === right[column - 1] ? 0 : 1;
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const edits = [
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + cost,
        isSwap ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      ];
      line.push(Math.min(...edits));
    }
    if (Math.min(...line) > most) return most + 1;
    before = above;
    above = line;
  }
  return above[right.length] ?? 0;
}
