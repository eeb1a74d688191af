import * as policies from '../../../generated/policy-sections.ts';

const { max_misspelled_characters: LONGEST_NAME, min_beginning_characters: SHORTEST_BEGINNING } =
  policies.wording;

/**
 * The known name that was probably meant: equal except for case and separators, or the nearest by edit distance
 * when few letters differ. Undefined when none is close.
 */
export function closestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const plain = toPlain(name);
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of known) {
    if (candidate.length > LONGEST_NAME) continue; // a body may have members with names of any length
    const most = Math.min(mostEdits(plain), (best?.distance ?? Number.POSITIVE_INFINITY) - 1);
    const distance = editDistance(plain, toPlain(candidate), most);
    if (distance <= most) best = { name: candidate, distance };
  }
  return best?.name;
}

/** The model that was probably meant: the closest name, or the only one that begins with what was given (`qx3.8`). */
export function closestModel(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const plain = toPlain(name);
  const longer =
    plain.length < SHORTEST_BEGINNING ? [] : known.filter((one) => toPlain(one).startsWith(plain));
  return closestName(name, known) ?? (new Set(longer).size === 1 ? longer[0] : undefined);
}

/** The question for the end of a message: ` Did you mean size?`; empty when no name is close. */
export function didYouMean(meant: string | undefined): string {
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

/** Asks, at the end of a message, whether a missing field was sent under one of these names; empty when none is close. */
export function askMisspelling(field: string, sent: readonly string[], asked = 'it'): string {
  const close = closestName(field, sent);
  return close === undefined ? '' : `; did you misspell ${asked} as ${close}?`;
}

/** Normalizes `imageURLs` and `image-urls` like `image_urls`. */
function toPlain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** One edit per three letters, three at most: `sise`, `promt`, `resoltuion`. */
function mostEdits({ length }: string): number {
  return Math.min(3, Math.floor(length / 3));
}

/** Edit distance (insert, delete, replace, swap with the neighbour); more than `most` when it exceeds it. */
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
