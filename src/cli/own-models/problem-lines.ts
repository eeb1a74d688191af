import type { Problem } from '../../../scripts/contract/problem.ts';

/** The problems as `file:line: message`, each once. */
export function toProblemLines(
  problems: readonly Pick<Problem, 'file' | 'line' | 'message'>[],
): readonly string[] {
  return [...new Set(problems.map(({ file, line, message }) => `${file}:${line}: ${message}`))];
}

/** `1 problem` or `3 problems`. */
export function countProblems(count: number): string {
  return `${count} ${count === 1 ? 'problem' : 'problems'}`;
}
