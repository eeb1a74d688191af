import { ModelFolderError } from '../../../scripts/own-models/model-folder-error.ts';
import { createProgress, type Progress } from '../../../scripts/progress.ts';
import { SdkError } from '../../../scripts/sdk/sdk-error.ts';
import { plural } from '../../contract/plural.ts';
import { toProblemLines } from '../../own-models/models-error.ts';
import { print, printError } from '../command-line.ts';
import { refuse } from '../options/refusal.ts';

/** Works on a folder of models, and shows its progress; why it could not be done is one line. Returns the exit code. */
export async function onModels(work: (progress: Progress) => Promise<number>): Promise<number> {
  const progress = createProgress();
  try {
    return await work(progress);
  } catch (error) {
    progress.end();
    if (error instanceof ModelFolderError || error instanceof SdkError) refuse(error.message);
    throw error;
  }
}

/** Prints the problems of models, and how many there are; returns the exit code. */
export function printProblems(problems: Parameters<typeof toProblemLines>[0], outcome = ''): 2 {
  const lines = toProblemLines(problems);
  print(`${lines.join('\n')}\n`);
  return printError(`${plural(lines.length, 'problem')}${outcome}.\n`);
}
