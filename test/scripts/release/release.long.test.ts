import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readProject } from '../../../scripts/build/project.ts';
import { hasContractOf } from '../../../scripts/history/keep-contract.ts';
import { readHistory } from '../../../scripts/history/read-history.ts';
import { changelogEntry, pendingChangesets } from '../../../scripts/release/changelog.ts';
import { releaseFaults } from '../../../scripts/release/release-faults.ts';
import { outdatedPlaces, readVersion } from '../../../scripts/release/version-places.ts';
import { yamlOf } from '../../deploy/files.ts';

const root = resolve(import.meta.dirname, '../../..');
const project = readProject();
const { version } = project;
const [, repository = ''] = /^git\+https:\/\/github\.com\/(.*)\.git$/.exec(project.repository.url) ?? [];

const RELEASED = [
  '.changeset',
  'CHANGELOG.md',
  'deploy',
  'docs/deploy.md',
  'package.json',
  'package-lock.json',
  // The contract, which a version keeps, and what reads it.
  'openapi',
  'schemas',
  'redocly.yaml',
  'scripts',
];

/** A copy of what a release changes, without changes that are pending. */
function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of RELEASED) cpSync(join(root, path), join(folder, path), { recursive: true });
  for (const file of pendingChangesets(folder)) rmSync(join(folder, file));
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', folder, ...args]);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message=.');
  return folder;
}

/** The command of maintainers, in a folder. */
function makeVersion(folder: string): void {
  execFileSync(process.execPath, [join(root, 'scripts/release-version.ts')], { cwd: folder, stdio: 'pipe' });
}

function announce(folder: string, name: string, [kind, text]: readonly [string, string]): void {
  writeFileSync(join(folder, '.changeset', `${name}.md`), `---\n"gatewright": ${kind}\n---\n\n${text}\n`);
}

test('this tree could be released as its version', () => {
  const folder = copyProject();
  if (!hasContractOf(folder, version)) makeVersion(folder);
  const release = { root: folder, project, tag: `v${version}`, repository };
  expect(releaseFaults(release)).toEqual([]);
  expect(releaseFaults({ root, project, tag: undefined, repository: 'somebody/fork' })).toEqual([]);
});

test('changesets become a version, in every file that names it, and an entry of the changelog', () => {
  const folder = copyProject();
  announce(folder, 'two-boats', ['minor', 'Boats have `sails`.\nAnd oars.']);
  announce(folder, 'a-leak', ['patch', 'A leak is closed.']);
  makeVersion(folder);

  const [major, minor] = version.split('.');
  const next = `${major}.${Number(minor) + 1}.0`;
  expect(readVersion(folder)).toBe(next);
  expect(outdatedPlaces(folder, next)).toEqual([]);
  expect(readFileSync(join(folder, 'deploy/compose.yaml'), 'utf8')).not.toContain(version);
  expect(changelogEntry(folder, next)).toMatch(
    /^### Minor Changes\n\n- (\w+: )?Boats have `sails`\.\n {2}And oars\.\n\n### Patch Changes\n\n- (\w+: )?A leak is closed\.$/,
  );
  expect(changelogEntry(folder, version)).toBe(changelogEntry(root, version));
  expect(pendingChangesets(folder)).toEqual([]);
  expect(readHistory(folder).at(-1)?.version).toBe(next);
  const released = { ...project, version: next };
  expect(releaseFaults({ root: folder, project: released, tag: `v${next}`, repository })).toEqual([]);
});

test('nothing is released without a change', () => {
  const folder = copyProject();
  if (!hasContractOf(folder, version)) makeVersion(folder);
  const kept = readHistory(folder);
  expect(() => makeVersion(folder)).toThrow('There is no change to release');
  expect(kept.at(-1)).toMatchObject({ version, models: { vxq3: { prices: { unit: 'second' } } } });
  expect(readHistory(folder)).toEqual(kept);
  expect(readVersion(folder)).toBe(version);
});

test('a release says everything that is wrong with it', () => {
  const folder = copyProject();
  announce(folder, 'a-leak', ['patch', 'A leak is closed.']);
  const faults = releaseFaults({
    root: folder,
    project: { ...project, version: '9.0.0' },
    tag: 'v9.0.1',
    repository: 'somebody/fork',
  });
  expect(faults).toEqual([
    'package-lock.json names another version than 9.0.0.',
    'deploy/compose.yaml names another version than 9.0.0.',
    'deploy/kubernetes/deployment.yaml names another version than 9.0.0.',
    'docs/deploy.md names another version than 9.0.0.',
    `repository.url in package.json is ${project.repository.url}, but git+https://github.com/somebody/fork.git publishes.`,
    'The tag is v9.0.1, the version 9.0.0.',
    '.changeset/a-leak.md is in no version: npm run release:version.',
    'openapi/history/9.0.0.json is missing: npm run release:version writes it.',
    'CHANGELOG.md has no entry "## 9.0.0": npm run release:version writes it.',
  ]);
});

test('the image is that of the repository', () => {
  const name = `ghcr.io/${repository}:${version}`;
  const compose = yamlOf<{ readonly services: Record<string, { readonly image: string }> }>(
    'deploy/compose.yaml',
  );
  expect(compose.services['gateway-1']?.image).toBe(name);
  expect(readFileSync(join(root, 'deploy/kubernetes/deployment.yaml'), 'utf8')).toContain(`image: ${name}\n`);
  expect(readFileSync(join(root, 'Containerfile'), 'utf8')).toContain(
    `org.opencontainers.image.source="https://github.com/${repository}"`,
  );
});
