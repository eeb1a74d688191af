import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Report, writePage } from './write-page.ts';

/** `npm run mutation -- [FOLDER ...]`: Stryker on the given folders, then the page with the scores. */
const root = join(import.meta.dirname, '../..');
const given = process.argv.slice(2);
const folders = given.length > 0 ? given : ['src/contract', 'src/gateway', 'src/adapters/store'];

const patterns = folders.map((folder) => `${folder.replace(/\/$/, '')}/**/*.ts`).join(',');
const run = spawnSync('npx', ['stryker', 'run', 'test/mutation/stryker.json', '--mutate', patterns], {
  cwd: root,
  stdio: 'inherit',
});
const report = JSON.parse(readFileSync(join(root, 'reports/mutation/report.json'), 'utf8')) as Report; // Stryker's own format
writePage(root, report);
process.exitCode = run.status ?? 1;
