import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../contract/json.ts';
import { explainCode } from '../why-unwritten.ts';
import { ModelFolderError } from './model-folder-error.ts';
import { readModelFile } from './read-model-file.ts';

/** A model file of a user's folder. */
export interface OwnModel {
  /** Its name in the folder, such as `Paper10.json`. */
  readonly name: string;
  /** Its path, relative to the current folder or absolute, as the folder is given. */
  readonly path: string;
  /** Empty when it cannot be read. */
  readonly text: string;
  /** Why it cannot be read. */
  readonly fault?: string;
  /** The line of it, unless it is that of the whole file. */
  readonly faultLine?: number;
  /** `x-model.id`; undefined in a file that does not have one. */
  readonly id: string | undefined;
}

/** The files of a folder of models, sorted by name. Throws a `ModelFolderError` for a folder that cannot be one. */
export async function readModelFolder(folder: string): Promise<readonly OwnModel[]> {
  if (folder === '') throw new ModelFolderError('The folder with the model files has no name.');
  const entries = await listEntries(folder);
  if (entries.length === 0)
    throw new ModelFolderError(`${folder} has no model file: write one, or start with gatewright init.`);
  return Promise.all(
    entries.map(async (entry) => {
      const { name } = entry;
      const path = join(folder, name);
      const read = entry.isDirectory() ? { text: '', fault: NOT_READ } : await readModelFile(path);
      return { name, path, ...read, id: findId(read.text) };
    }),
  );
}

/** The ids of models; a file without one is a problem elsewhere. */
export function idsOf(models: readonly OwnModel[]): ReadonlySet<string> {
  return new Set(models.flatMap(({ id }) => id ?? []));
}

const NOT_READ = 'folders in this folder are not read: move its model files up';

/** Files beside the models that are not meant as models: hidden ones, backups of editors, texts for readers. */
const NOTES = /^\.|~$|\.(?:md|txt)$/i;

async function listEntries(folder: string): Promise<readonly Dirent[]> {
  try {
    const all = await readdir(folder, { withFileTypes: true });
    const entries = all
      .filter(({ name }) => !NOTES.test(name))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    const hasModels = await Promise.all(entries.map((entry) => holdsModels(folder, entry)));
    return entries.filter((_, index) => hasModels[index]);
  } catch (error) {
    throw new ModelFolderError(`${folder}: ${explainCode(error, REASONS)}.`);
  }
}

/** Whether an entry is a file, or a folder whose models somebody may expect to be read. */
async function holdsModels(folder: string, entry: Dirent): Promise<boolean> {
  if (!entry.isDirectory()) return true;
  const names = await readdir(join(folder, entry.name)).catch(() => []);
  return [entry.name, ...names].some((name) => /\.json$/i.test(name));
}

const REASONS = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'this is a file; name the folder with the model files',
  EACCES: 'this user may not read the folder',
};

/** The lint reports a file that does not parse. */
function findId(text: string): string | undefined {
  try {
    const model: unknown = JSON.parse(text)?.['x-model'];
    return isObject(model) && typeof model.id === 'string' ? model.id : undefined;
  } catch {
    return undefined;
  }
}
