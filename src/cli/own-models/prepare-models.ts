import type { OwnModel } from '../../../scripts/own-models/read-model-folder.ts';
import { createProgress } from '../../../scripts/progress.ts';
import { type PreparedModels, prepareModels } from '../../own-models/prepare-models.ts';
import { readProject } from './read-project.ts';

/**
 * The models of a folder that is named by a flag, else by the file of the project; undefined when neither names one.
 * Throws a `Refusal` or a `ModelsError`.
 */
export async function findOwnModels(given: string | undefined): Promise<PreparedModels | undefined> {
  const folder = given ?? readProject().models;
  return folder === undefined ? undefined : prepareWithProgress(folder);
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
