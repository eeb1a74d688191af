/** A reproducible source of choices. */
export type Choice = ReturnType<typeof createChoice>;

/** Creates a source from a seed and a text: the same two give the same choices on every machine. */
export function createChoice(seed: number, text: string) {
  let state = hashText(text) ^ (Math.trunc(seed) | 0) ^ Math.imul(Math.trunc(seed / 2 ** 32), 0x9e3779b1);
  /** The next whole number in [0, count). */
  const index = (count: number) => {
    state = (state + 0x6d2b79f5) | 0;
    return Math.floor((scramble(state) / 2 ** 32) * count);
  };
  return {
    index,
    /** Draws entries one by one, none twice before all were drawn. */
    deck: <Entry>(entries: readonly [Entry, ...Entry[]]): (() => Entry) => {
      let left = [...entries];
      return () => {
        if (left.length === 0) left = [...entries];
        return left.splice(index(left.length), 1)[0] ?? entries[0];
      };
    },
  };
}

/** FNV-1a over UTF-16 units. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1)
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  return hash;
}

/** An integer hash, 0 to 2^32 - 1. */
function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
