import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { hasContractOf, keepContract } from './history/keep-contract.ts';
import { changelogEntry, pendingChangesets } from './release/changelog.ts';
import { readVersion, writeVersion } from './release/version-places.ts';
import { runMain } from './run-main.ts';

/**
 * `npm run release:version`: makes the pending changesets a version, in every file that names it, and keeps its contract.
 * The first version has a number already; its contract is kept all the same.
 */
await runMain(async () => {
  const root = process.cwd();
  if (pendingChangesets(root).length > 0) {
    const tool = fileURLToPath(new URL('bin.js', import.meta.resolve('@changesets/cli/package.json')));
    execFileSync(process.execPath, [tool, 'version'], { cwd: root, stdio: 'inherit' });
    writeVersion(root, readVersion(root));
  } else if (hasContractOf(root, readVersion(root)))
    throw new Error('There is no change to release: npx changeset writes one.');
  const version = readVersion(root);
  await keepContract(root, version);
  console.log(`## ${version}\n\n${changelogEntry(root, version)}`);
});
