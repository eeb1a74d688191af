import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file that names the version of the project, and how it does: the groups around it are kept. */
interface VersionPlace {
  readonly file: string;
  readonly pattern: RegExp;
}

const IMAGE = /(ghcr\.io\/\S+\/gatewright:)[\w.+-]+()/g;

/** Where the version of `package.json` is written besides. */
const places: readonly VersionPlace[] = [
  { file: 'package-lock.json', pattern: /^(\{\n {2}"name": "gatewright",\n {2}"version": ")[^"]+(")/g },
  { file: 'package-lock.json', pattern: /("": \{\n {6}"name": "gatewright",\n {6}"version": ")[^"]+(")/g },
  { file: 'deploy/compose.yaml', pattern: /(args: \{ VERSION: )\S+( \})/g },
  { file: 'deploy/compose.yaml', pattern: IMAGE },
  { file: 'deploy/kubernetes/deployment.yaml', pattern: IMAGE },
  { file: 'docs/deploy.md', pattern: IMAGE },
];

/** The version that a project has, in a folder. */
export function readVersion(root: string): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

/** Writes a version wherever it is named. */
export function writeVersion(root: string, version: string): void {
  for (const place of places) writeFileSync(join(root, place.file), withVersion(root, place, version));
}

/** The files that name another version. */
export function outdatedPlaces(root: string, version: string): readonly string[] {
  const outdated = places.filter(
    (place) => withVersion(root, place, version) !== readFileSync(join(root, place.file), 'utf8'),
  );
  return [...new Set(outdated.map(({ file }) => file))];
}

function withVersion(root: string, { file, pattern }: VersionPlace, version: string): string {
  const text = readFileSync(join(root, file), 'utf8');
  if (text.search(pattern) < 0) throw new Error(`${file} names no version where it did: ${pattern.source}`);
  return text.replace(pattern, `$1${version}$2`);
}
