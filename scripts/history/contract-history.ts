import { join } from 'node:path';
import type { Contract } from '../contract/contract.ts';
import { type ContractVersion, toContractVersion } from './contract-version.ts';
import { readHistory } from './read-history.ts';

/** The contract of this package: as it was released, and as it is. */
export interface ContractHistory {
  /** The oldest first; empty before the first release. */
  readonly released: readonly ContractVersion[];
  readonly present: ContractVersion;
}

const ROOT = join(import.meta.dirname, '../..');

/** Reads the released contracts; the present one may have further models. */
export async function readContractHistory(contract: Contract): Promise<ContractHistory> {
  return {
    released: readHistory(ROOT),
    present: await toContractVersion(contract, { version: '', date: '' }),
  };
}
