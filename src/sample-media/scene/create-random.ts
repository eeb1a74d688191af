/** A seeded source of numbers: the same seed gives the same sequence on every machine. */
export type Random = ReturnType<typeof createRandom>;

/** Builds a source from a seed of any size and a stream number, so that one seed can feed independent decisions. */
export function createRandom(seed: number, stream = 0) {
  let state = scramble((Math.trunc(seed) | 0) ^ scramble(Math.floor(seed / 2 ** 32) + stream * 0x9e3779b1));
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    return scramble(state) / 2 ** 32;
  };
  return {
    /** The next number in [from, to). */
    between: (from: number, to: number) => from + next() * (to - from),
    /** The next whole number in [0, count). */
    index: (count: number) => Math.floor(next() * count),
    /** True with this probability (0 to 1). */
    chance: (probability: number) => next() < probability,
  };
}

/** An integer hash, 0 to 2^32 - 1. */
function scramble(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
