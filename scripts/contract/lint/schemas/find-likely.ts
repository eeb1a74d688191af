import { closestName } from '../../../../src/contract/names/closest-name.ts';

/** The closest name, or else the shortest candidate that begins with `name`, that `name` begins with, or that has all its words. */
export function findLikely(name: string, candidates: readonly string[]): string | undefined {
  const isLike = (candidate: string) => {
    const [short, long] = name.length < candidate.length ? [name, candidate] : [candidate, name];
    const words = wordsOf(long);
    return (
      short.length > 2 && (long.startsWith(short) || wordsOf(short).every((word) => words.includes(word)))
    );
  };
  const alike = candidates.filter(isLike).sort((left, right) => left.length - right.length);
  return closestName(name, candidates) ?? alike[0];
}

function wordsOf(name: string): readonly string[] {
  return name.toLowerCase().split(/[^a-z0-9]+/);
}
