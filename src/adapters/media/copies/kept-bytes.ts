/** The parts of a file that are kept, one after the other. */
export interface KeptBytes {
  /** Appends a part of the file, which lies behind those before. */
  keep(start: number, end: number): void;
  finish(): Uint8Array;
}

/** Moves the parts of a file that are kept to its beginning, however many they are: a second buffer would double what a request needs. */
export function createKeptBytes(file: Uint8Array): KeptBytes {
  let length = 0;
  return {
    keep(start, end) {
      file.copyWithin(length, start, end);
      length += Math.min(end, file.length) - start;
    },
    finish: () => file.subarray(0, length),
  };
}
