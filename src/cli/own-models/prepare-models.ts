import { type OwnModel, readModelFolder } from '../../../scripts/own-models/read-model-folder.ts';
import { createProgress } from '../../../scripts/progress.ts';
import { refuse } from '../options/refusal.ts';
import { countProblems, toProblemLines } from './problem-lines.ts';
import { findTables } from './tables-cache.ts';

/** A folder of models, checked, with the tables that a program needs to run with them. */
export interface PreparedModels {
  readonly folder: string;
  readonly models: readonly OwnModel[];
  /** Folder of the tables. */
  readonly tables: string;
}

/**
 * Reads a folder of models, and generates their tables unless that was done before. Throws a `Refusal` with the problems
 * as `file:line: message`, or a `ModelFolderError`.
 */
export async function prepareModels(folder: string): Promise<PreparedModels> {
  const models = await readModelFolder(folder);
  const progress = createProgress();
  const found = await findTables(models, () => progress.step('Preparing the models')).finally(progress.end);
  if (found.kind === 'made') return { folder, models, tables: found.folder };
  const lines = toProblemLines(found.problems);
  return refuse([...lines, `${countProblems(lines.length)} in ${folder}.`].join('\n'));
}

/** The ids of models in a sentence. */
export function listIds(models: readonly Pick<OwnModel, 'id' | 'name'>[]): string {
  return models.map(({ id, name }) => id ?? name).join(', ');
}
