import type { Change } from './change.ts';
import { modelChanges } from './compare-versions.ts';
import type { ContractVersion } from './contract-version.ts';

/** A version of the contract that changed a model. */
export interface ModelStep {
  readonly schemaVersion: string;
  /** The release; undefined for what is not released yet. */
  readonly release: Pick<ContractVersion, 'version' | 'date'> | undefined;
  readonly changes: readonly Change[];
}

/** The versions that changed a model, the latest first: what was released, and what is there now. */
export function modelHistory(
  id: string,
  released: readonly ContractVersion[],
  present: ContractVersion,
): readonly ModelStep[] {
  const versions = [...released, present];
  const steps = versions.flatMap((version, index): readonly ModelStep[] => {
    const [before, after] = [versions[index - 1]?.models[id], version.models[id]];
    if (after === undefined) return [];
    const changes = modelChanges(before, after);
    if (changes.length === 0 && before?.schema_version === after.schema_version) return [];
    const release = version === present ? undefined : version;
    return [{ schemaVersion: after.schema_version, release, changes }];
  });
  return steps.toReversed();
}
