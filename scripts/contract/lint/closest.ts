import { editDistance } from '../../../src/contract/names/closest-name.ts';

/** The candidate that `name` is probably a misspelling of; undefined when none is close. */
export function findClosest(name: string, candidates: readonly string[]): string | undefined {
  const limit = name.length < 3 ? 0 : Math.max(1, Math.floor(name.length / 3)); // two letters are close to anything
  const ranked = candidates
    .map((candidate) => ({
      candidate,
      distance: editDistance(name.toLowerCase(), candidate.toLowerCase(), limit),
    }))
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
