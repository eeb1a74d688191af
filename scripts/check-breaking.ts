import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ACCEPTED_FILE, readAccepted, withoutAccepted } from './breaking/accepted-changes.ts';
import type { BreakingChange } from './breaking/breaking-change.ts';
import { findBreakingChanges } from './breaking/find-breaking-changes.ts';
import { withoutNewConditions } from './breaking/new-conditions.ts';
import { findBase, readFolder, readRevision } from './breaking/read-snapshot.ts';
import { diffWithRedocly } from './breaking/redocly-diff.ts';
import { type Problem, toLine } from './contract/problem.ts';
import { findForgottenDates } from './history/forgotten-dates.ts';
import { readHistory } from './history/read-history.ts';
import { runMain } from './run-main.ts';

/** What to compare: the generated contract at `root` with a git revision, or with that of another checkout. */
export interface CheckBreakingOptions {
  readonly root: string;
  readonly base?: string | undefined;
  readonly baseDir?: string | undefined;
}

/** The unaccepted breaking changes against `base`; `base` is undefined when there is nothing to compare with. */
export interface CheckBreakingResult {
  readonly base: string | undefined;
  readonly changes: readonly BreakingChange[];
}

const NOTHING_TO_COMPARE: CheckBreakingResult = { base: undefined, changes: [] };

/** Compares with our own rules and with Redocly's. Throws when nothing has been generated or the base is unknown. */
export async function checkBreaking(options: CheckBreakingOptions): Promise<CheckBreakingResult> {
  const { root, base, baseDir } = options;
  const current = await readFolder(root);
  if (current === undefined)
    throw new Error(`"${root}" holds no generated contract: run npm run generate first.`);
  const name = baseDir ?? base ?? (await findBase(root));
  if (name === undefined) return NOTHING_TO_COMPARE;
  const before = await (baseDir === undefined ? readRevision(root, name) : readFolder(resolve(name)));
  if (before === undefined) return NOTHING_TO_COMPARE;
  const after = withoutNewConditions(current, before);
  const own = findBreakingChanges(before, after);
  const ownPlaces = new Set(own.map(({ file, pointer }) => `${file} ${pointer}`));
  const second = (await diffWithRedocly(before, after)).filter(
    ({ file, pointer }) => !ownPlaces.has(`${file} ${pointer}`),
  );
  const changes = [...own, ...second];
  return { base: name, changes: withoutAccepted(changes, await readAccepted(root)) };
}

/** Models that changed since the last release under the same `schema_version`. */
export async function checkDates(root: string): Promise<readonly Problem[]> {
  const current = await readFolder(root);
  return findForgottenDates(root, readHistory(root).at(-1), Object.values(current?.schemas ?? {}));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      root: { type: 'string', default: resolve(import.meta.dirname, '..') },
      base: { type: 'string' },
      'base-dir': { type: 'string' },
    },
  });
  const { root, base: named, 'base-dir': baseDir } = values;
  const { base, changes } = await checkBreaking({ root: resolve(root), base: named, baseDir });
  const forgotten = await checkDates(resolve(root));
  for (const problem of forgotten) console.log(toLine(problem));
  if (forgotten.length > 0) process.exitCode = 1;
  if (base === undefined) return console.log('No earlier contract to compare with: nothing can break.');
  for (const { file, pointer, what, advice } of changes)
    console.log(`${file} ${pointer}: ${what} (${advice})`);
  if (changes.length === 0) return console.log(`No breaking changes against ${base}.`);
  console.error(
    `Breaking changes against ${base}: ${changes.length}. List accepted ones in ${ACCEPTED_FILE}.`,
  );
  process.exitCode = 1;
}

if (import.meta.main) await runMain(main);
