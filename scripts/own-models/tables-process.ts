import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { Contract } from '../contract/contract.ts';
import { inspectContract } from '../contract/inspect.ts';
import { ContractError, type Problem } from '../contract/problem.ts';
import { mergeContract } from './merge-contract.ts';
import { idsOf, type OwnModel } from './read-model-folder.ts';

/** What the process is told on standard input. */
export interface TablesOrder {
  readonly models: readonly OwnModel[];
  /** Folder for the tables. */
  readonly out: string;
}

/** What it prints: the problems of the models. The tables are complete when there are none. */
export interface TablesReport {
  readonly problems: readonly Problem[];
}

// A process of its own: the generators' libraries take more memory than a mock, which serves on meanwhile.
const { models, out } = (await json(process.stdin)) as TablesOrder; // what our own command writes
const report: TablesReport = { problems: await writeTables(models, out) };
process.stdout.write(JSON.stringify(report));

async function writeTables(own: readonly OwnModel[], folder: string): Promise<readonly Problem[]> {
  const merged = await mergeContract(own);
  if ('problems' in merged) return merged.problems;
  await using root = merged;
  const { contract, problems } = inspectContract(root.root, { isBundleFirst: true });
  const [emitted] = await Promise.allSettled([emitInto(folder, contract, idsOf(own)), problems]);
  // Errors in the contract are among all its problems.
  if (emitted.status === 'rejected' && !(emitted.reason instanceof ContractError)) throw emitted.reason;
  return root.toOwn(await problems);
}

async function emitInto(folder: string, reading: Promise<Contract>, ids: ReadonlySet<string>): Promise<void> {
  // Its libraries are loaded while Redocly runs.
  const [{ emitTables }, contract] = await Promise.all([import('./emit-tables.ts'), reading]);
  for (const { path, text } of await emitTables(contract, ids)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
