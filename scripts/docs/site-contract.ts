import type { Contract, JsonObject } from '../contract/contract.ts';
import { inspectContract } from '../contract/inspect.ts';
import { type ContractHistory, readContractHistory } from '../history/contract-history.ts';
import { mergeContract } from '../own-models/merge-contract.ts';
import { idsOf, type OwnModel } from '../own-models/read-model-folder.ts';
import { toSdkDocument } from '../sdk/sdk-document.ts';

/** The contract of a site, and which of its models were added. */
export interface SiteContract {
  readonly contract: Contract;
  /** What SDKs are generated from. */
  readonly sdkDocument: JsonObject;
  /** Ids of the models that the contract of this package does not have. */
  readonly ownIds: ReadonlySet<string>;
  /** The released versions of the contract of this package. */
  readonly history: ContractHistory;
}

/** Reads the contract of this package with models that have been checked. */
export async function readSiteContract(models: readonly OwnModel[]): Promise<SiteContract> {
  const merged = await mergeContract(models);
  if ('problems' in merged) throw new Error(`${merged.problems.length} models cannot be merged.`);
  await using root = merged;
  const { contract, problems } = inspectContract(root.root, { isBundleFirst: true });
  const [read] = await Promise.allSettled([contract, problems]);
  if (read.status === 'rejected') throw read.reason;
  return {
    contract: read.value,
    sdkDocument: toSdkDocument(read.value),
    ownIds: idsOf(models),
    history: await readContractHistory(read.value),
  };
}
