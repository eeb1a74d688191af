import { inspectContract } from '../contract/inspect.ts';
import type { Problem } from '../contract/problem.ts';
import { mergeContract } from './merge-contract.ts';
import { readModelFolder } from './read-model-folder.ts';

/** What is wrong in a folder of models, and how many it has. */
export interface ModelCheck {
  readonly models: number;
  /** Each once: all that `npm run lint:contract` finds in the merged contract. */
  readonly problems: readonly Problem[];
}

/** Checks a folder of models. Throws a `ModelFolderError` for a folder that cannot be one. */
export async function checkModels(folder: string): Promise<ModelCheck> {
  const models = await readModelFolder(folder);
  const merged = await mergeContract(models);
  if ('problems' in merged) return { models: models.length, problems: merged.problems };
  await using contract = merged;
  const problems = await inspectContract(contract.root).problems;
  return { models: models.length, problems: contract.toOwn(problems) };
}
