/** A seeded source of numbers: the same seed gives the same sequence on every machine. */
export interface Random {
  /** The next number in [from, to). */
  between(from: number, to: number): number;
  /** The next whole number in [0, count). */
  index(count: number): number;
  /** True with this probability (0 to 1). */
  chance(probability: number): boolean;
}

/** Builds a source from a seed of any size and a stream number, so that one seed can feed independent decisions. */
export function createRandom(seed: number, stream = 0): Random {
  let state = scramble((Math.trunc(seed) | 0) ^ scramble(Math.floor(seed / 2 ** 32) + stream * 0x9e3779b1));
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    return scramble(state) / 2 ** 32;
  };
  return {
    between: (from, to) => from + next() * (to - from),
    index: (count) => Math.floor(next() * count),
    chance: (probability) => next() < probability,
  };
}

/** An integer hash, 0 to 2^32 - 1. */
function scramble(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
