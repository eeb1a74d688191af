import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { changelogEntry, pendingChangesets } from './release/changelog.ts';
import { readVersion, writeVersion } from './release/version-places.ts';
import { runMain } from './run-main.ts';

/** `npm run release:version`: makes the pending changesets a version, in every file that names it. */
await runMain(async () => {
  const root = process.cwd();
  if (pendingChangesets(root).length === 0)
    throw new Error('There is no change to release: npx changeset writes one.');
  const tool = fileURLToPath(new URL('bin.js', import.meta.resolve('@changesets/cli/package.json')));
  execFileSync(process.execPath, [tool, 'version'], { cwd: root, stdio: 'inherit' });
  const version = readVersion(root);
  writeVersion(root, version);
  console.log(`## ${version}\n\n${changelogEntry(root, version)}`);
});
