import { existsSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Contract, GeneratedFile } from '../contract/contract.ts';
import { listFolder } from '../contract/files/data-file.ts';
import { inspectContract } from '../contract/inspect.ts';
import type { Problem } from '../contract/problem.ts';
import { makeFolder } from '../folders.ts';
import type { Progress } from '../progress.ts';
import { isFileError, refuseFolder } from '../why-unwritten.ts';
import { mergeContract } from './merge-contract.ts';
import { ModelFolderError } from './model-folder-error.ts';
import { idsOf, readModelFolder } from './read-model-folder.ts';

/** Where the models are, and the folder for what is generated from them. */
export interface GenerateForModels {
  readonly models: string;
  readonly out: string;
  readonly progress: Progress;
}

/** What was written and removed, by path in the folder, and what needs a package that is not there; with problems, nothing was written. */
export type Generated =
  | { readonly kind: 'broken'; readonly problems: readonly Problem[] }
  | {
      readonly kind: 'written';
      readonly files: number;
      readonly changed: readonly string[];
      readonly leftOut: readonly string[];
    };

/**
 * Writes types, schemas and documents of the merged contract, and removes files of an earlier run. Other files of the
 * folder are never touched: one that is in the way is a `ModelFolderError`.
 */
export async function generateForModels({ models, out, progress }: GenerateForModels): Promise<Generated> {
  if (isWithin(models, out))
    throw new ModelFolderError(
      `${out} is in the folder of the models, whose files are read as models: name another folder with --out.`,
    );
  const own = await readModelFolder(models);
  progress.step('Checking the models');
  const merged = await mergeContract(own);
  if ('problems' in merged) return { kind: 'broken', problems: merged.problems };
  await using root = merged;
  const { contract, problems: finding } = inspectContract(root.root, { isBundleFirst: true });
  const [emitted] = await Promise.allSettled([emit(contract, { ids: idsOf(own), progress }), finding]);
  const problems = root.toOwn(await finding);
  if (problems.length > 0) return { kind: 'broken', problems };
  if (emitted.status === 'rejected') throw emitted.reason;
  const { files, banner, leftOut } = emitted.value;
  return {
    kind: 'written',
    files: files.length,
    changed: await replaceFiles(out, files, banner).catch((error) => refuseOut(out, error)),
    leftOut,
  };
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(resolve(folder), resolve(path));
  return !isAbsolute(way) && way.split(sep)[0] !== '..';
}

async function emit(
  reading: Promise<Contract>,
  { ids, progress }: { readonly ids: ReadonlySet<string>; readonly progress: Progress },
) {
  const [{ emitPublished, hasTypeGenerator, OWN_BANNER }, contract] = await Promise.all([
    import('./emit-published.ts'),
    reading,
  ]);
  progress.step('Generating');
  const leftOut = hasTypeGenerator() ? [] : ['openapi-types.ts'];
  return { files: await emitPublished(contract, ids), banner: OWN_BANNER, leftOut };
}

async function replaceFiles(
  out: string,
  files: readonly GeneratedFile[],
  banner: string,
): Promise<readonly string[]> {
  const present = await readPresent(out);
  const isOwn = (path: string) => present.get(path)?.slice(0, 2000).includes(banner) === true;
  const inTheWay = files.find(({ path }) => present.has(path) && !isOwn(path));
  if (inTheWay !== undefined)
    throw new ModelFolderError(
      `${join(out, inTheWay.path)} was not written by gatewright generate: name another folder with --out.`,
    );
  const changed = files.filter(({ path, text }) => present.get(path) !== text);
  const paths = new Set(files.map(({ path }) => path));
  const leftover = [...present.keys()].filter((path) => isOwn(path) && !paths.has(path));
  for (const { path, text } of changed) {
    await makeFolder(dirname(resolve(out, path)));
    await writeFile(join(out, path), text);
  }
  for (const path of leftover) await rm(join(out, path));
  return [...changed.map(({ path }) => path), ...leftover];
}

/** What the system does not permit is a mistake in the options. */
function refuseOut(out: string, error: unknown): never {
  if (!isFileError(error)) throw error;
  throw new ModelFolderError(refuseFolder(out, error));
}

/** The texts of the folder's own level and of `schemas`, where an earlier run can have left files. */
async function readPresent(out: string): Promise<ReadonlyMap<string, string>> {
  if (!existsSync(out)) return new Map();
  const names = (await listFolder(out, '')).filter((name) =>
    /^(?:schemas\/)?[^/]+\.(?:ts|mts|mjs|json|yaml)$/.test(name),
  );
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readText(join(out, name))] as const)),
  );
}

/** A pipe or a device, which may have no end, is in the way without being read. */
async function readText(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() ? readFile(path, 'utf8') : '';
}
