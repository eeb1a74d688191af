import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ModelFolderError } from '../../scripts/own-models/model-folder-error.ts';
import { type OwnModel, readModelFolder } from '../../scripts/own-models/read-model-folder.ts';
import type { AddedModels } from '../contract/added-models.ts';
import { ModelsError, toModelsError } from './models-error.ts';
import { findTables } from './tables-cache.ts';

/** A folder of models, checked. */
export interface PreparedModels {
  readonly folder: string;
  readonly models: readonly OwnModel[];
  /** The models for a gateway. */
  readonly added: AddedModels;
  /** Folder of what the conformance suite reads. */
  readonly tables: string;
}

/**
 * Reads a folder of models, and generates their tables unless that was done before; `onMiss` is called before it is. Throws
 * a `ModelsError`.
 */
export async function prepareModels(folder: string, onMiss = () => {}): Promise<PreparedModels> {
  const models = await readModelFolder(folder).catch(refuseFolder);
  const found = await findTables(models, onMiss);
  if (found.kind === 'broken') throw toModelsError(folder, found.problems);
  const tables = found.folder;
  return { folder, models, added: await readAdded(tables), tables };
}

/**
 * Reads a folder of models as `gatewright mock --models` does: the same checks, the same tables, which are kept in the cache
 * folder of the user. Rejects with a `ModelsError`, whose message has a line `file:line: message` for each problem.
 */
export async function loadModels(folder: string | URL): Promise<AddedModels> {
  const path = folder instanceof URL ? fileURLToPath(folder) : folder;
  return (await prepareModels(path)).added;
}

async function readAdded(tables: string): Promise<AddedModels> {
  const module = pathToFileURL(join(tables, 'models.mjs'));
  const { models } = (await import(module.href)) as { readonly models: AddedModels }; // what our own emitter writes
  return { ...models, readDocument: (name) => readFile(join(tables, name), 'utf8') };
}

function refuseFolder(error: unknown): never {
  throw error instanceof ModelFolderError ? new ModelsError(error.message) : error;
}
