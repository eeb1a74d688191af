import type { OwnModel } from '../../../scripts/own-models/read-model-folder.ts';
import { createProgress } from '../../../scripts/progress.ts';
import { ModelsError } from '../../own-models/models-error.ts';
import { type PreparedModels, prepareModels } from '../../own-models/prepare-models.ts';
import { Refusal } from '../options/refusal.ts';
import { readProject } from './read-project.ts';

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
    return folder === undefined ? {} : { prepared: await prepareWithProgress(folder) };
  } catch (error) {
    if (error instanceof Refusal || error instanceof ModelsError) return { refusal: error.message };
    throw error;
  }
}

/** Reads a folder of models; says so while tables are generated. Throws a `ModelsError`. */
export async function prepareWithProgress(folder: string): Promise<PreparedModels> {
  const progress = createProgress();
  return prepareModels(folder, () => progress.step('Preparing the models')).finally(progress.end);
}

/** The ids of models in a sentence. */
export function listIds(models: readonly Pick<OwnModel, 'id' | 'name'>[]): string {
  return models.map(({ id, name }) => id ?? name).join(', ');
}
