import type { ContractText } from '../contract/files/data-file.ts';
import { atTop, type Problem } from '../contract/problem.ts';
import type { RequirementEntry } from './suite-entries.ts';
import { FOLDERS } from './suite-files.ts';

/** The ids of each frozen list at an earlier revision, by file. */
export type FrozenBefore = ReadonlyMap<string, readonly string[]>;

/** The frozen lists, and the contract version whose list is still growing. */
export interface FrozenLists {
  readonly files: readonly ContractText[];
  readonly version: string;
  readonly before: FrozenBefore | undefined;
}

/** Where the list of a contract version is. */
export function frozenFile(version: string): string {
  return `${FOLDERS.frozen}/${version}.txt`;
}

/** The ids of a list, one per line. */
export function readIds(text: string): readonly string[] {
  return text.split(/\r?\n/).filter((line) => line !== '');
}

/** The list of all ids, sorted. */
export function toFrozenText(ids: readonly string[]): string {
  return `${[...new Set(ids)].sort().join('\n')}\n`;
}

/** Ids that were removed, from the requirements or from a list, and ids that the list of this version lacks. */
export function checkFrozen(
  requirements: readonly RequirementEntry[],
  { files, version, before }: FrozenLists,
): readonly Problem[] {
  const known = new Set(requirements.map(({ id }) => id));
  const removed = files.flatMap(({ file, text }) =>
    readIds(text).flatMap((id, index) =>
      known.has(id)
        ? []
        : [{ file, line: index + 1, column: 1, message: `${id} was removed: ids never change, put it back` }],
    ),
  );
  const shortened = [...(before ?? [])].flatMap(([file, ids]) => {
    const present = new Set(readIds(files.find((list) => list.file === file)?.text ?? ''));
    return ids
      .filter((id) => !present.has(id))
      .map((id) => atTop(file, `${id} was removed from this list, which may only grow`));
  });
  const current = new Set(readIds(files.find(({ file }) => file === frozenFile(version))?.text ?? ''));
  const unfrozen = requirements
    .filter(({ id }) => !current.has(id))
    .map((entry) =>
      entry.in.problem(
        `${entry.pointer}/id`,
        `${entry.id} is not in ${frozenFile(version)}: npm run check:conformance -- --write adds it`,
      ),
    );
  return [...removed, ...shortened, ...unfrozen];
}
