import type { Problem } from '../../scripts/contract/problem.ts';
import { plural } from '../contract/plural.ts';

/** What is wrong at a line and column, from 1, of a model file. */
export interface ModelProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Why models are not taken: their problems, one a line as `file:line: message`, or what is wrong with the folder. */
export class ModelsError extends Error {
  override readonly name = 'ModelsError';
  /** Empty when the folder itself is at fault. */
  readonly problems: readonly ModelProblem[];

  constructor(message: string, problems: readonly ModelProblem[] = []) {
    super(message);
    this.problems = problems;
  }
}

/** The problems as `file:line: message`, each once. */
export function toProblemLines(
  problems: readonly Pick<Problem, 'file' | 'line' | 'message'>[],
): readonly string[] {
  return [...new Set(problems.map(({ file, line, message }) => `${file}:${line}: ${message}`))];
}

/** The error for the problems of a folder. */
export function toModelsError(folder: string, problems: readonly Problem[]): ModelsError {
  const lines = toProblemLines(problems);
  const count = `${plural(lines.length, 'problem')} in ${folder}.`;
  return new ModelsError([...lines, count].join('\n'), problems);
}
