/** Writes the bits of one H.264 unit, most significant first. */
export interface BitWriter {
  bits(value: number, count: number): void;
  /** Unsigned Exp-Golomb, `ue(v)` of the H.264 standard. */
  golomb(value: number): void;
  /** Zeros up to the next byte. */
  align(): void;
  /** Whole bytes; the writer must stand at a byte border. */
  bytes(values: Uint8Array): void;
  /** Ends the unit (stop bit, zeros) and returns it with emulation prevention applied. */
  finish(): Uint8Array;
}

/** Builds a writer for at most `capacity` bytes before emulation prevention. */
export function createBitWriter(capacity: number): BitWriter {
  const buffer = new Uint8Array(capacity);
  let length = 0;
  let current = 0;
  let filled = 0;

  const bit = (value: number): void => {
    current = (current << 1) | value;
    filled += 1;
    if (filled < 8) return;
    buffer[length] = current;
    length += 1;
    current = 0;
    filled = 0;
  };
  const writer: BitWriter = {
    bits(value, count) {
      for (let shift = count - 1; shift >= 0; shift -= 1) bit((value >>> shift) & 1);
    },
    golomb(value) {
      const count = 32 - Math.clz32(value + 1);
      writer.bits(0, count - 1);
      writer.bits(value + 1, count);
    },
    align() {
      while (filled !== 0) bit(0);
    },
    bytes(values) {
      buffer.set(values, length);
      length += values.length;
    },
    finish() {
      bit(1);
      writer.align();
      return preventEmulation(buffer.subarray(0, length));
    },
  };
  return writer;
}

/** No unit may contain 00 00 followed by 00 to 03: a 03 goes in between. */
function preventEmulation(unit: Uint8Array): Uint8Array {
  const safe = new Uint8Array(Math.ceil(unit.length * 1.5) + 1);
  let length = 0;
  let zeros = 0;
  for (const byte of unit) {
    if (zeros >= 2 && byte <= 3) {
      safe[length] = 3;
      length += 1;
      zeros = 0;
    }
    safe[length] = byte;
    length += 1;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return safe.slice(0, length);
}
