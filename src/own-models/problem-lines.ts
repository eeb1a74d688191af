import type { Problem } from '../../scripts/contract/problem.ts';

/** The problems as `file:line: message`, each once. */
export function toProblemLines(
  problems: readonly Pick<Problem, 'file' | 'line' | 'message'>[],
): readonly string[] {
  return [...new Set(problems.map(({ file, line, message }) => `${file}:${line}: ${message}`))];
}
