import type { ProjectManifest } from '../build/project.ts';
import { hasContractOf } from '../history/keep-contract.ts';
import { historyFile } from '../history/read-history.ts';
import { changelogEntry, pendingChangesets } from './changelog.ts';
import { outdatedPlaces } from './version-places.ts';

/** What is about to be released. */
export interface Release {
  readonly root: string;
  readonly project: ProjectManifest;
  /** The tag that asks for it; without one, nothing is released. */
  readonly tag: string | undefined;
  /** Owner and name of the repository that publishes, where it is known: a provenance names it. */
  readonly repository: string | undefined;
}

/** Why a version cannot be released, one line for each reason; empty when it can. */
export function releaseFaults({ root, project, tag, repository }: Release): readonly string[] {
  const { version } = project;
  const faults = outdatedPlaces(root, version).map(
    (file) => `${file} names another version than ${version}.`,
  );
  if (tag !== undefined) {
    const address = `git+https://github.com/${repository}.git`;
    if (repository !== undefined && project.repository.url !== address)
      faults.push(`repository.url in package.json is ${project.repository.url}, but ${address} publishes.`);
    if (tag !== `v${version}`) faults.push(`The tag is ${tag}, the version ${version}.`);
    for (const file of pendingChangesets(root))
      faults.push(`${file} is in no version: npm run release:version.`);
    if (!hasContractOf(root, version))
      faults.push(`${historyFile(version)} is missing: npm run release:version writes it.`);
  }
  try {
    changelogEntry(root, version);
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  return faults;
}
