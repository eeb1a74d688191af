import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContractVersion } from './contract-version.ts';

/** The folder of the released contracts: a file for each version. */
export const HISTORY_FOLDER = 'openapi/history';

/** Where the contract of a version is kept, relative to the project root. */
export function historyFile(version: string): string {
  return `${HISTORY_FOLDER}/${version}.json`;
}

/** The released contracts, the oldest first; empty before the first release. */
export function readHistory(root: string): readonly ContractVersion[] {
  const folder = join(root, HISTORY_FOLDER);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as ContractVersion) // our own files
    .toSorted((left, right) => compareNumbers(left.version, right.version));
}

/** `0.9.0` before `0.10.0`, and `0.10.0-beta.1` before `0.10.0`. */
function compareNumbers(left: string, right: string): number {
  const [[first, early], [second, late]] = [splitVersion(left), splitVersion(right)];
  const order = first.localeCompare(second, 'en', { numeric: true });
  if (order !== 0 || early === late) return order;
  if (early === '' || late === '') return early === '' ? 1 : -1;
  return early.localeCompare(late, 'en', { numeric: true });
}

function splitVersion(version: string): readonly [numbers: string, early: string] {
  const [numbers = '', ...early] = version.split('-');
  return [numbers, early.join('-')];
}
