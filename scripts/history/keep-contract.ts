import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspectContract } from '../contract/inspect.ts';
import { isObject, toEntries } from '../contract/json.ts';
import { ContractError } from '../contract/problem.ts';
import { type ContractVersion, toContractVersion } from './contract-version.ts';
import { HISTORY_FOLDER, historyFile } from './read-history.ts';

/** Whether the contract of a version is kept. */
export function hasContractOf(root: string, version: string): boolean {
  return existsSync(join(root, historyFile(version)));
}

/** Keeps the contract at `root` as that of a version, released today. Throws when the contract has problems. */
export async function keepContract(root: string, version: string): Promise<void> {
  const { contract, problems } = inspectContract(root, { isBundleFirst: true });
  const [read, found] = await Promise.all([contract, problems]);
  if (found.length > 0) throw new ContractError(found);
  const date = new Date().toISOString().slice(0, 10);
  const kept = await toContractVersion(read, { version, date });
  await mkdir(join(root, HISTORY_FOLDER), { recursive: true });
  await writeFile(join(root, historyFile(version)), toText(kept));
}

/** Compact, with a line for each model, reason and path, so that a difference can be read. */
function toText(kept: ContractVersion): string {
  const lines = (value: unknown, depth: number): string =>
    depth === 0 || !isObject(value)
      ? JSON.stringify(value)
      : `{\n${toEntries(value)
          .map(([name, member]) => `${JSON.stringify(name)}: ${lines(member, depth - 1)}`)
          .join(',\n')}\n}`;
  const { document, ...rest } = kept;
  const members = [
    ...Object.entries(rest).map(([name, member]) => [name, lines(member, 1)]),
    ['document', lines(document, 3)],
  ];
  return `{\n${members.map(([name, text]) => `"${name}": ${text}`).join(',\n')}\n}\n`;
}
