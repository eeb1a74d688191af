/** Writes the bits of one H.264 unit, most significant first. */
export interface BitWriter {
  bits(value: number, count: number): void;
  /** Unsigned Exp-Golomb, `ue(v)` of the H.264 standard. */
  golomb(value: number): void;
  /** Signed Exp-Golomb, `se(v)`. */
  signedGolomb(value: number): void;
  /** Bits written so far. */
  position(): number;
  /** Writes again this many bits that were written at a position. */
  repeat(from: number, count: number): void;
  /** Zeros up to the next byte. */
  align(): void;
  /** Whole bytes; the writer must be at a byte boundary. */
  bytes(values: Uint8Array): void;
  /** Ends the unit (stop bit, zeros) and returns it with emulation prevention applied. */
  finish(): Uint8Array;
}

/** Builds a writer for at most this many bytes before emulation prevention, or one that writes into a given buffer. */
export function createBitWriter(room: number | Uint8Array): BitWriter {
  const buffer = typeof room === 'number' ? new Uint8Array(room) : room;
  let length = 0;
  let current = 0;
  let filled = 0;

  const writer: BitWriter = {
    bits(value, count) {
      // With the seven that may be waiting, 24 bits stay within 31.
      if (count > 24) {
        writer.bits(count > 48 ? 0 : Math.floor(value / 2 ** 24), count - 24);
        writer.bits(value & 0xffffff, 24);
        return;
      }
      current = (current << count) | (value & ((1 << count) - 1));
      filled += count;
      while (filled >= 8) {
        filled -= 8;
        buffer[length] = current >>> filled;
        length += 1;
      }
      current &= 127;
    },
    golomb(value) {
      const count = 32 - Math.clz32(value + 1);
      writer.bits(value + 1, 2 * count - 1);
    },
    signedGolomb: (value) => writer.golomb(value > 0 ? 2 * value - 1 : -2 * value),
    position: () => length * 8 + filled,
    repeat(from, count) {
      buffer[length] = current << (8 - filled); // what is waiting may be part of it
      for (let at = from; at < from + count; at += 16) {
        const size = Math.min(from + count - at, 16);
        const byte = at >> 3;
        const around = ((buffer[byte] ?? 0) << 16) | ((buffer[byte + 1] ?? 0) << 8) | (buffer[byte + 2] ?? 0);
        writer.bits(around >> (24 - (at & 7) - size), size);
      }
    },
    align() {
      if (filled > 0) writer.bits(0, 8 - filled);
    },
    bytes(values) {
      buffer.set(values, length);
      length += values.length;
    },
    finish() {
      writer.bits(1, 1);
      writer.align();
      return preventEmulation(buffer.subarray(0, length));
    },
  };
  return writer;
}

/** No unit may contain 00 00 followed by 00 to 03: a 03 goes in between. */
function preventEmulation(unit: Uint8Array): Uint8Array {
  const places: number[] = [];
  let zeros = 0;
  for (let at = 0; at < unit.length; at += 1) {
    const byte = unit[at] ?? 0;
    if (zeros >= 2 && byte <= 3) {
      places.push(at);
      zeros = 0;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  const safe = new Uint8Array(unit.length + places.length);
  let from = 0;
  for (const [before, place] of places.entries()) {
    safe.set(unit.subarray(from, place), from + before);
    safe[place + before] = 3;
    from = place;
  }
  safe.set(unit.subarray(from), from + places.length);
  return safe;
}
