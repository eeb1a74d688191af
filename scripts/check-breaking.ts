import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ACCEPTED_FILE, readAccepted, withoutAccepted } from './breaking/accepted-changes.ts';
import type { BreakingChange, ContractSnapshot } from './breaking/breaking-change.ts';
import { findBreakingChanges } from './breaking/find-breaking-changes.ts';
import { findBase, readFolder, readRevision } from './breaking/read-snapshot.ts';
import { diffWithRedocly } from './breaking/redocly-diff.ts';

/** What to compare: the generated contract at `root` with a git revision, or with that of another checkout. */
export interface CheckBreakingOptions {
  readonly root: string;
  readonly base?: string;
  readonly baseDir?: string;
}

/** The unaccepted breaking changes against `base`; `base` is undefined when there is nothing to compare with. */
export interface CheckBreakingResult {
  readonly base: string | undefined;
  readonly changes: readonly BreakingChange[];
}

/** Compares with our own rules and with Redocly's. Throws when nothing has been generated or the base is unknown. */
export async function checkBreaking({
  root,
  base,
  baseDir,
}: CheckBreakingOptions): Promise<CheckBreakingResult> {
  const after = await readFolder(root);
  if (after === undefined)
    throw new Error(`"${root}" holds no generated contract: run npm run generate first.`);
  const name = baseDir ?? base ?? (await findBase(root));
  const before = name === undefined ? undefined : await readBase(root, name, baseDir !== undefined);
  if (before === undefined) return { base: undefined, changes: [] };
  const own = findBreakingChanges(before, after);
  const told = new Set(own.map(({ file, pointer }) => `${file} ${pointer}`));
  const second = (await diffWithRedocly(before, after)).filter(
    ({ file, pointer }) => !told.has(`${file} ${pointer}`),
  );
  const changes = [...own, ...second];
  return { base: name, changes: withoutAccepted(changes, await readAccepted(root)) };
}

function readBase(root: string, name: string, isFolder: boolean): Promise<ContractSnapshot | undefined> {
  return isFolder ? readFolder(resolve(name)) : readRevision(root, name);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      root: { type: 'string', default: resolve(import.meta.dirname, '..') },
      base: { type: 'string' },
      'base-dir': { type: 'string' },
    },
  });
  const { base, changes } = await checkBreaking({
    root: resolve(values.root),
    ...(values.base === undefined ? {} : { base: values.base }),
    ...(values['base-dir'] === undefined ? {} : { baseDir: values['base-dir'] }),
  });
  if (base === undefined) return console.log('No earlier contract to compare with: nothing can break.');
  for (const { file, pointer, what, advice } of changes)
    console.log(`${file} ${pointer}: ${what} (${advice})`);
  if (changes.length === 0) return console.log(`No breaking changes against ${base}.`);
  console.error(
    `${changes.length} breaking changes against ${base}; list accepted ones in ${ACCEPTED_FILE}.`,
  );
  process.exitCode = 1;
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
