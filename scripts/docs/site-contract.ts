import type { Contract } from '../contract/contract.ts';
import { inspectContract } from '../contract/inspect.ts';
import { mergeContract } from '../own-models/merge-contract.ts';
import { idsOf, type OwnModel } from '../own-models/read-model-folder.ts';

/** The contract of a site, and which of its models were added. */
export interface SiteContract {
  readonly contract: Contract;
  readonly ownIds: ReadonlySet<string>;
}

/** Reads the contract of this package with models that have been checked. */
export async function readSiteContract(models: readonly OwnModel[]): Promise<SiteContract> {
  const merged = await mergeContract(models);
  if ('problems' in merged) throw new Error(`${merged.problems.length} models cannot be merged.`);
  await using root = merged;
  const { contract, problems } = inspectContract(root.root, { isBundleFirst: true });
  const [read] = await Promise.allSettled([contract, problems]);
  if (read.status === 'rejected') throw read.reason;
  return { contract: read.value, ownIds: idsOf(models) };
}
