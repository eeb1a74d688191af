/** The candidate that `name` is probably a misspelling of; undefined when none is close. */
export function findClosest(name: string, candidates: readonly string[]): string | undefined {
  const limit = name.length < 3 ? 0 : Math.max(1, Math.floor(name.length / 3)); // two letters are close to anything
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: distanceOf(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((left, right) => left.distance - right.distance);
  return ranked[0]?.candidate;
}

/** The same, or else the shortest candidate that begins with `name`, that `name` begins with, or that has all its words. */
export function findLikely(name: string, candidates: readonly string[]): string | undefined {
  const isLike = (candidate: string) => {
    const [short, long] = name.length < candidate.length ? [name, candidate] : [candidate, name];
    const words = wordsOf(long);
    return (
      short.length > 2 && (long.startsWith(short) || wordsOf(short).every((word) => words.includes(word)))
    );
  };
  const alike = candidates.filter(isLike).sort((left, right) => left.length - right.length);
  return findClosest(name, candidates) ?? alike[0];
}

function wordsOf(name: string): readonly string[] {
  return name.toLowerCase().split(/[^a-z0-9]+/);
}

/** Edit distance: insert, delete, replace, or swap with the neighbour. */
function distanceOf(left: string, right: string): number {
  let [before, last]: readonly (readonly number[])[] = [
    [],
    Array.from({ length: right.length + 1 }, (_, column) => column),
  ];
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const change = left[row - 1] === right[column - 1] ? 0 : 1;
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current[column] = Math.min(
        (last?.[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last?.[column - 1] ?? 0) + change,
        isSwap ? (before?.[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, current];
  }
  return last?.[right.length] ?? 0;
}
