/** Reads the bits of the header of an H.264 unit, most significant first; bits beyond the end are zeros. */
export function createBitReader(bytes: Uint8Array) {
  let at = 0;
  const bits = (count: number): number => {
    let value = 0;
    for (let index = 0; index < count; index += 1, at += 1)
      value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    return value;
  };
  return {
    bits,
    /** Unsigned Exp-Golomb, `ue(v)` of the H.264 standard. */
    golomb() {
      let zeros = 0;
      while (zeros < 31 && bits(1) === 0) zeros += 1;
      return 2 ** zeros - 1 + bits(zeros);
    },
    /** Bits read so far. */
    position: () => at,
  };
}
