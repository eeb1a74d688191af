import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { GeneratedFile } from './contract/contract.ts';
import { listFolder } from './contract/files/data-file.ts';
import { inspectContract } from './contract/inspect.ts';
import { ContractError, countProblems } from './contract/problem.ts';
import { createProgress, type Progress } from './progress.ts';

/** Source and destination; with `check` nothing is written. */
export interface GenerateOptions {
  readonly root: string;
  readonly out: string;
  readonly check?: boolean;
  readonly progress?: Progress;
}

/** A file in the output folder that differs, or differed, from the contract. */
export interface Drift {
  readonly path: string;
  readonly kind: 'missing' | 'changed' | 'leftover';
}

/** The result of `generate`; without `check` every drift has been repaired. */
export interface GenerateResult {
  readonly drift: readonly Drift[];
  readonly files: number;
}

/**
 * Brings the folder `out` in line with the contract at `root`: writes what is missing or changed, removes files that no
 * emitter wrote. Throws, changing nothing, when `npm run lint:contract` finds a problem or `out` looks like a project folder.
 */
export async function generate({
  root,
  out,
  check = false,
  progress = SILENT,
}: GenerateOptions): Promise<GenerateResult> {
  for (const name of ['package.json', '.git', 'openapi']) {
    if (existsSync(join(out, name)))
      throw new Error(`"${out}" holds ${name}: generate into a folder of its own.`);
  }
  const files = placeFiles(await emitFiles(root, progress), { root, out });
  progress.step('Comparing with what is there');
  const found = await findDrift(out, files);
  const drift = check ? withoutOthers(found, files) : found;
  if (!check) await repair(out, files, drift);
  return { drift, files: files.length };
}

/** Paths relative to `out`: a page of the documentation is beside it, below the root. */
function placeFiles(
  files: readonly GeneratedFile[],
  { root, out }: Pick<GenerateOptions, 'root' | 'out'>,
): readonly GeneratedFile[] {
  return files.map((file) => {
    const { path, place } = file;
    return place === undefined
      ? file
      : { ...file, path: relative(out, join(root, place, path)).replaceAll('\\', '/') };
  });
}

const SILENT: Progress = { step() {}, end() {} };

async function emitFiles(root: string, progress: Progress): Promise<readonly GeneratedFile[]> {
  progress.step('Reading and checking the contract');
  // Redocly runs in separate processes: start it first, and import the emitters' libraries meanwhile.
  const { contract: reading, problems } = inspectContract(root, { isBundleFirst: true });
  const [{ emitters }, contract] = await Promise.all([
    import('./emit/emitters.ts'),
    reading,
    import('openapi-typescript'),
  ]);
  progress.step('Generating');
  const files = (await Promise.all(emitters.map((emit) => emit(contract)))).flat();
  const paths = files.map(({ path }) => path);
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined) throw new Error(`Two emitters make "${twice}": give one of them another path.`);
  progress.step('Waiting for redocly lint');
  const found = await problems;
  if (found.length > 0) throw new ContractError(found);
  return files.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

async function findDrift(out: string, files: readonly GeneratedFile[]): Promise<readonly Drift[]> {
  const present = await listFolder(out, '');
  const wanted = new Set(files.map(({ path }) => path));
  const compared = await Promise.all(
    files.map(async ({ path, text }): Promise<readonly Drift[]> => {
      if (!existsSync(join(out, path))) return [{ path, kind: 'missing' }];
      return (await readFile(join(out, path), 'utf8')) === text ? [] : [{ path, kind: 'changed' }];
    }),
  );
  const leftover = present.filter((path) => !wanted.has(path));
  return [...compared.flat(), ...leftover.map((path) => ({ path, kind: 'leftover' }) as const)];
}

/** Without the files that another command compares. */
function withoutOthers(drift: readonly Drift[], files: readonly GeneratedFile[]): readonly Drift[] {
  const others = files.flatMap(({ path, comparedBy }) => (comparedBy === undefined ? [] : [path]));
  return drift.filter(({ path }) => !others.includes(path));
}

async function repair(out: string, files: readonly GeneratedFile[], drift: readonly Drift[]): Promise<void> {
  const texts = new Map(files.map(({ path, text }) => [path, text] as const));
  await Promise.all(
    drift.map(async ({ path }) => {
      const target = join(out, path);
      const text = texts.get(path);
      if (text === undefined) return rm(target);
      await mkdir(dirname(target), { recursive: true });
      return writeFile(target, text);
    }),
  );
}

const DONE = { missing: 'created', changed: 'updated', leftover: 'removed' } as const;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      root: { type: 'string', default: resolve(import.meta.dirname, '..') },
      out: { type: 'string' },
    },
  });
  const started = performance.now();
  const root = resolve(values.root);
  const out = resolve(values.out ?? join(root, 'generated'));
  const progress = createProgress();
  const { drift, files } = await generate({ root, out, check: values.check, progress }).finally(progress.end);
  for (const { path, kind } of drift) {
    console.log(`${values.check ? kind : DONE[kind]} ${relative(process.cwd(), join(out, path))}`);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${files} files, ${drift.length} ${values.check ? 'drifted' : 'changed'}, ${seconds} s`);
  if (!values.check || drift.length === 0) return;
  console.error('generated/ does not match the contract: run npm run generate and commit the result.');
  process.exitCode = 1;
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    if (error instanceof ContractError) console.error(`${countProblems(error)}: nothing was written.`);
    process.exitCode = 1;
  });
}
