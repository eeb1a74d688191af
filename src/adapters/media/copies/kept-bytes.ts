/**
 * Moves the kept parts of a file to its beginning, however many there are: a second buffer would double the memory of
 * a request.
 */
export function createKeptBytes(file: Uint8Array) {
  let length = 0;
  return {
    /** Appends a part of the file; parts are in ascending order. */
    keep(start: number, end: number) {
      file.copyWithin(length, start, end);
      length += Math.min(end, file.length) - start;
    },
    finish: () => file.subarray(0, length),
  };
}
