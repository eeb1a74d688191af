import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Report, writePage } from './write-page.ts';

/** `npm run mutation -- [FOLDER ...]`: Stryker on the given folders, then the page with the scores. */
const root = join(import.meta.dirname, '../..');
const given = process.argv.slice(2);
const folders = given.length > 0 ? given : ['src/contract', 'src/gateway', 'src/adapters/store'];

/** Syncing files to a real disk takes most of the time of the durable tests. */
const memory = existsSync('/dev/shm') ? { TMPDIR: '/dev/shm' } : {};

const isStore = (folder: string): boolean => folder.startsWith('src/adapters/store');
const runs = [
  { folders: folders.filter((folder) => !isStore(folder)), tests: 'test/contract/**,test/gateway/**' },
  // The tests of the store on PostgreSQL start one, which takes too long.
  { folders: [...folders.filter(isStore), '!src/adapters/store/postgres'], tests: 'test/adapters/store/**' },
].filter((run) => run.folders.some((folder) => !folder.startsWith('!')));

const failed = runs.filter((run) => {
  const patterns = run.folders.map((folder) => `${folder.replace(/\/$/, '')}/**/*.ts`).join(',');
  const options = ['test/mutation/stryker.json', '--mutate', patterns, '--testFiles', run.tests];
  const env = { ...process.env, ...memory };
  return spawnSync('npx', ['stryker', 'run', ...options], { cwd: root, stdio: 'inherit', env }).status !== 0;
});
const report = JSON.parse(readFileSync(join(root, 'reports/mutation/report.json'), 'utf8')) as Report; // Stryker's own format
writePage(root, report);
process.exitCode = Math.min(failed.length, 1);
