import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the changelog says about a version; throws when it says nothing. */
export function changelogEntry(root: string, version: string): string {
  const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  const section = sections.find((text) => text.startsWith(`${version}\n`));
  const entry = section?.slice(version.length).trim();
  if (!entry)
    throw new Error(`CHANGELOG.md has no entry "## ${version}": npm run release:version writes it.`);
  return entry;
}

/** Changes that no version has announced yet. */
export function pendingChangesets(root: string): readonly string[] {
  return globSync('.changeset/*.md', { cwd: root }).filter((file) => !file.endsWith('README.md'));
}
