import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildClient } from './build/build-client.ts';
import { buildGatewright } from './build/build-gatewright.ts';
import { ROOT, readProject } from './build/project.ts';
import { manifestFaults, packPackage } from './release/built-package.ts';
import { changelogEntry } from './release/changelog.ts';
import { releaseFaults } from './release/release-faults.ts';
import { runMain } from './run-main.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/**
 * `npm run release:dry-run`: everything of a release that needs no registry. `--tag v1.2.3` also checks that this is the
 * release of that tag; `--out DIR` keeps the packed packages and the notes of the release.
 */
await runMain(async () => {
  const { values } = parseArgs({ options: { tag: { type: 'string' }, out: { type: 'string' } } });
  const project = readProject();
  const { GITHUB_REPOSITORY: repository } = process.env;
  refuse(releaseFaults({ root: ROOT, project, tag: values.tag, repository }));
  await using work = await makeTemporaryFolder('gatewright-release-');
  const out = values.out === undefined ? work.path : resolve(values.out);
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'notes.md'), `${changelogEntry(ROOT, project.version)}\n`);
  const folders = [join(work.path, 'gatewright'), join(work.path, 'client')] as const;
  await Promise.all([buildGatewright(folders[0]), buildClient(folders[1])]);
  refuse(folders.flatMap((folder) => manifestFaults(folder, project)));
  for (const folder of folders) {
    const { name, filename, size, unpackedSize } = await packPackage(folder, out);
    console.log(
      `${name} ${project.version}: ${filename}, ${kilobytes(size)}, unpacked ${kilobytes(unpackedSize)}`,
    );
  }
});

function refuse(faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`;
}
