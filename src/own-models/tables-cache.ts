import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  access,
  constants,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises';
import nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Problem } from '../../scripts/contract/problem.ts';
import { cacheFolder } from '../../scripts/folders.ts';
import type { OwnModel } from '../../scripts/own-models/read-model-folder.ts';
import type { TablesOrder, TablesReport } from '../../scripts/own-models/tables-process.ts';
import { ADDED_FORMAT } from '../contract/read-added-models.ts';

/** The tables of a set of models, or why there are none. */
export type Tables =
  | { readonly kind: 'made'; readonly folder: string }
  | { readonly kind: 'broken'; readonly problems: readonly Problem[] };

const GENERATED = resolve(import.meta.dirname, '../../generated');
const PROCESS = new URL('../../scripts/own-models/tables-process.ts', import.meta.url);

/** Tables of other models are kept: one goes back and forth between branches. */
const KEPT = 20;

/**
 * The tables with these models added: from the cache, else from the generators, which takes seconds. `onMiss` is called
 * before it does.
 */
export async function findTables(models: readonly OwnModel[], onMiss: () => void): Promise<Tables> {
  const cache = await openCache();
  const folder = join(cache, await digest(models));
  if (existsSync(folder)) {
    const now = new Date();
    await utimes(folder, now, now);
    return { kind: 'made', folder };
  }
  onMiss();
  const fresh = await mkdtemp(join(cache, 'new-'));
  const { problems } = await runProcess({ models, out: fresh });
  if (problems.length > 0) {
    await rm(fresh, { recursive: true, force: true });
    return { kind: 'broken', problems };
  }
  await keep(fresh, folder);
  await forgetOldest(cache);
  return { kind: 'made', folder };
}

/** The cache of the user; a folder for this start alone where there is no place for one. */
async function openCache(): Promise<string> {
  const cache = join(cacheFolder(), 'models');
  try {
    await mkdir(cache, { recursive: true, mode: 0o700 });
    await access(cache, constants.W_OK);
    return cache;
  } catch {
    return mkdtemp(join(tmpdir(), 'gatewright-tables-'));
  }
}

/**
 * The same for the same models and the same tables of the package, which depend on its contract and its generators. The
 * tables also require what is beside the package.
 */
async function digest(models: readonly OwnModel[]): Promise<string> {
  const names = ['catalogue', 'validators', 'published-schemas', 'pattern-messages', 'request-fields'];
  const present = new Set(await readdir(GENERATED));
  const own = [
    ...names.map((name) => (present.has(`${name}.ts`) ? `${name}.ts` : `${name}.js`)),
    'openapi.json',
  ];
  const texts = await Promise.all(own.map((name) => readFile(join(GENERATED, name), 'utf8')));
  const added = models.flatMap(({ name, text }) => [name, text]);
  return hash('sha256', JSON.stringify([ADDED_FORMAT, GENERATED, ...texts, ...added])).slice(0, 32);
}

async function runProcess(order: TablesOrder): Promise<TablesReport> {
  // Deno has no such cache.
  const cached = (nodeModule as Partial<typeof nodeModule>).getCompileCacheDir?.();
  const env = { ...process.env, ...(cached === undefined ? {} : { NODE_COMPILE_CACHE: cached }) };
  const child = spawn(process.execPath, [fileURLToPath(PROCESS)], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  child.stdin.on('error', () => undefined); // it has ended, which is reported
  child.stdin.end(JSON.stringify(order));
  const [output, errors] = await Promise.all([readText(child.stdout), readText(child.stderr)]);
  if (output === '') throw new Error(`The tables of the models cannot be generated: ${errors.trim()}`);
  return JSON.parse(output) as TablesReport; // what our own process prints
}

/** Another process may have made the same meanwhile. */
async function keep(fresh: string, folder: string): Promise<void> {
  try {
    await rename(fresh, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    await rm(fresh, { recursive: true, force: true });
  }
}

async function forgetOldest(cache: string): Promise<void> {
  const folders = (await readdir(cache)).map((name) => join(cache, name));
  const aged = await Promise.all(
    folders.map(async (folder) => ({ folder, used: (await stat(folder)).mtimeMs })),
  );
  const oldest = aged.toSorted((left, right) => right.used - left.used).slice(KEPT);
  await Promise.all(oldest.map(({ folder }) => rm(folder, { recursive: true, force: true })));
}
