/** An error in the contract, at a line and column (from 1) of a file relative to its root. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A problem of a whole file. */
export function atTop(file: string, message: string): Problem {
  return { file, line: 1, column: 1, message };
}

/** A problem as one line that editors and terminals link to its file. */
export function toLine({ file, line, column, message }: Problem): string {
  return `${file}:${line}:${column}: ${message}`;
}

/** Errors in contract files; the message has a line for each. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], message = problems.map(toLine).join('\n')) {
    super(message);
    this.problems = problems;
  }
}

/** How many problems there are, in words. */
export function countProblems({ problems }: Pick<ContractError, 'problems'>): string {
  return `${problems.length === 1 ? '1 problem' : `${problems.length} problems`} in the contract`;
}
