import { ModelFolderError } from '../../../scripts/own-models/model-folder-error.ts';
import { type OwnModel, readModelFolder } from '../../../scripts/own-models/read-model-folder.ts';
import { createProgress } from '../../../scripts/progress.ts';
import { plural } from '../../conformance/terminal/paint.ts';
import { Refusal, refuse } from '../options/refusal.ts';
import { toProblemLines } from './problem-lines.ts';
import { readProject } from './read-project.ts';
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
 * as `file:line: message`, or with what is wrong with the folder.
 */
export async function prepareModels(folder: string): Promise<PreparedModels> {
  const models = await readModelFolder(folder).catch(refuseFolder);
  const progress = createProgress();
  const found = await findTables(models, () => progress.step('Preparing the models')).finally(progress.end);
  if (found.kind === 'made') return { folder, models, tables: found.folder };
  const lines = toProblemLines(found.problems);
  return refuse([...lines, `${plural(lines.length, 'problem')} in ${folder}.`].join('\n'));
}

/** What `findOwnModels` finds: neither, when no models are added. */
export interface OwnModels {
  readonly prepared?: PreparedModels;
  /** Why the command cannot start, in one line or one a problem. */
  readonly refusal?: string;
}

/** The models of a folder that is named by a flag, else by the file of the project; never rejects for what is in them. */
export async function findOwnModels(given: string | undefined): Promise<OwnModels> {
  try {
    const folder = given ?? readProject().models;
    return folder === undefined ? {} : { prepared: await prepareModels(folder) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    throw error;
  }
}

function refuseFolder(error: unknown): never {
  if (error instanceof ModelFolderError) return refuse(error.message);
  throw error;
}

/** The ids of models in a sentence. */
export function listIds(models: readonly Pick<OwnModel, 'id' | 'name'>[]): string {
  return models.map(({ id, name }) => id ?? name).join(', ');
}
