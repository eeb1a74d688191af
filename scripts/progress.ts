/** One line on a terminal that says what is being done; nothing where nobody watches. */
export interface Progress {
  /** Says what is being done from now on. */
  step(what: string): void;
  /** Takes the line away. */
  end(): void;
}

/** A stream that may be a terminal. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const CLEAR = '\r\u001b[2K';

/** Shows steps on a terminal and clears them away at the end; quiet in CI and in files. */
export function createProgress(
  stream: ProgressStream = process.stderr,
  isQuiet = Boolean(process.env.CI),
): Progress {
  if (stream.isTTY !== true || isQuiet) return { step() {}, end() {} };
  return {
    step: (what) => void stream.write(`${CLEAR}${what} ...`),
    end: () => void stream.write(CLEAR),
  };
}
