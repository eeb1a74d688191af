/** A progress line on a terminal; silent without one. */
export interface Progress {
  /** Replaces the text of the line. */
  step(what: string): void;
  /** Clears the line. */
  end(): void;
}

/** A stream that may be a terminal. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const CLEAR = '\r\u001b[2K';

/** Shows steps on a terminal and clears them at the end; silent in CI and in files. */
export function createProgress(
  stream: ProgressStream = process.stderr,
  isQuiet = Boolean(process.env.CI),
): Progress {
  if (stream.isTTY !== true || isQuiet) return { step() {}, end() {} };
  return { step: (what) => void stream.write(`${CLEAR}${what} ...`), end: () => void stream.write(CLEAR) };
}
