import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import nearestTests from './nearest-tests.json' with { type: 'json' };
import { type Report, writePage } from './write-page.ts';

/**
 * `npm run mutation -- [FOLDER ...]`: Stryker on the given folders, each with its nearest tests, then the page with the scores.
 * `FOLDER/*` means the files of a folder without those of the folders in it.
 */
const root = join(import.meta.dirname, '../..');
const given = process.argv.slice(2);
const folders =
  given.length > 0 ? given : ['src/contract', 'src/gateway', 'src/adapters/store', 'src/client'];

interface Run {
  readonly folders: readonly string[];
  readonly tests: string;
  /** Whether slow tests run as well. */
  readonly isSlow?: boolean;
}

const NEAREST: Readonly<Record<string, readonly string[]>> = nearestTests;
const isStore = (folder: string): boolean => folder.startsWith('src/adapters/store');
const near = folders.filter((folder) => NEAREST[folder] !== undefined);
const others = folders.filter((folder) => NEAREST[folder] === undefined);
const all: readonly Run[] = [
  ...near.map((folder) => ({
    folders: [folder],
    tests: globSync(NEAREST[folder] ?? []).join(),
    isSlow: true,
  })),
  { folders: others.filter((folder) => !isStore(folder)), tests: 'test/contract/**,test/gateway/**' },
  // The tests of the store on PostgreSQL start one, which takes too long.
  { folders: [...others.filter(isStore), '!src/adapters/store/postgres'], tests: 'test/adapters/store/**' },
];
const runs = all.filter((run) => run.folders.some((folder) => !folder.startsWith('!')));

const failed = runs.filter((run) => {
  const patterns = run.folders
    .map((folder) => (folder.endsWith('/*') ? `${folder}.ts` : `${folder.replace(/\/$/, '')}/**/*.ts`))
    .join(',');
  const options = ['test/mutation/stryker.json', '--mutate', patterns, '--testFiles', run.tests];
  const env = { ...process.env, ...(run.isSlow ? { MUTATION_SLOW_TESTS: 'yes' } : {}) };
  const { status } = spawnSync('npx', ['stryker', 'run', ...options], { cwd: root, stdio: 'inherit', env });
  const report = JSON.parse(readFileSync(join(root, 'reports/mutation/report.json'), 'utf8')) as Report; // Stryker's own format
  writePage(root, report);
  return status !== 0;
});
process.exitCode = Math.min(failed.length, 1);
