/** The parts of a file that are kept, one after the other. */
export interface KeptBytes {
  /** Appends a part of the file. */
  keep(start: number, end: number): void;
  /** Appends bytes that are not in the file. */
  add(bytes: Uint8Array): void;
  /** What was kept, in a buffer of its own. */
  finish(): Uint8Array<ArrayBuffer>;
}

/** Collects parts of a file in one buffer, however many they are. What is kept must not exceed the file. */
export function createKeptBytes(file: Uint8Array): KeptBytes {
  const kept = new Uint8Array(file.length);
  let length = 0;
  const add = (bytes: Uint8Array) => {
    kept.set(bytes, length);
    length += bytes.length;
  };
  return {
    add,
    keep: (start, end) => add(file.subarray(start, end)),
    finish: () => kept.subarray(0, length),
  };
}
