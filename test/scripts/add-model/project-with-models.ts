import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readBlocks } from '../../readme/markdown-blocks.ts';

/** The project that is copied. */
export const project = path.resolve(import.meta.dirname, '../../..');

const LEFT_AT_HOME = new Set(['node_modules', '.git', 'dist', 'coverage', 'gatewright-data']);

/** Small model files like the one in docs/adding-a-model.md, by file name. */
export async function readSmallModels(): Promise<Readonly<Record<string, string>>> {
  const page = await readFile(path.join(project, 'docs/adding-a-model.md'), 'utf8');
  return {
    Paper10: readBlocks(page).find(({ language }) => language === 'json')?.text ?? '',
    ...Object.fromEntries(await Promise.all(['Collage10', 'Drift10', 'Reel10', 'Scribe10'].map(readModel))),
  };
}

async function readModel(name: string): Promise<readonly [string, string]> {
  return [name, await readFile(path.join(import.meta.dirname, `models/${name}.json`), 'utf8')];
}

/** A copy of the project with more model files, for which nothing is generated yet, even if the project has them. */
export async function copyWithModels(models: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'gatewright-one-more-'));
  const filter = (source: string) => !LEFT_AT_HOME.has(path.relative(project, source));
  await cp(project, folder, { recursive: true, filter });
  await symlink(path.join(project, 'node_modules'), path.join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(models)) {
    await writeFile(path.join(folder, `schemas/models/${name}.json`), text);
    const { id } = JSON.parse(text)['x-model'];
    await rm(path.join(folder, `generated/schemas/${id}.json`), { force: true });
  }
  const remove = () => rm(folder, { recursive: true, force: true });
  return { folder, generated: path.join(folder, 'generated'), remove };
}
