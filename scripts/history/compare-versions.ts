import { namesOf, toObject, toText } from '../contract/json.ts';
import { code } from '../docs/markdown.ts';
import type { Change } from './change.ts';
import { compareModel } from './compare-model.ts';
import { compareOperations } from './compare-operations.ts';
import type { ContractVersion, ModelVersion } from './contract-version.ts';

/** What changed of one model; a new one has no date before, one that is gone none after. */
export interface ModelChanges {
  readonly id: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly changes: readonly Change[];
}

/** What changed between two versions of the contract. */
export interface ContractChanges {
  /** Models that changed, in the order of the later version. */
  readonly models: readonly ModelChanges[];
  readonly operations: readonly Change[];
  readonly errors: readonly Change[];
}

/** Compares two versions of the contract for its users. Pure. */
export function compareVersions(before: ContractVersion, after: ContractVersion): ContractChanges {
  const models = namesOf(before.models, after.models).map((id) => ({
    id,
    from: before.models[id]?.schema_version,
    to: after.models[id]?.schema_version,
    changes: modelChanges(before.models[id], after.models[id]),
  }));
  return {
    models: models.filter(({ changes, from, to }) => changes.length > 0 || from !== to),
    operations: compareOperations(before, after),
    errors: compareErrors(before, after),
  };
}

/** What changed of a model that may be new or gone. */
export function modelChanges(
  before: ModelVersion | undefined,
  after: ModelVersion | undefined,
): readonly Change[] {
  if (before !== undefined && after !== undefined) return compareModel(before, after);
  if (after === undefined) return [{ text: 'The model is gone', isBreaking: true }];
  const text = toText(after.schema.description).replace(/^`[^`]+`: /, '');
  return [{ text: `New model: ${text}`.replace(/\.$/, ''), isBreaking: false }];
}

function compareErrors(before: ContractVersion, after: ContractVersion): readonly Change[] {
  return namesOf(before.errors, after.errors).flatMap((reason): readonly Change[] => {
    const [was, now] = [describeError(before, reason), describeError(after, reason)];
    if (was === now) return [];
    if (was === undefined) return [{ text: `New reason ${code(reason)}: ${now}`, isBreaking: false }];
    if (now === undefined) return [{ text: `No longer a reason: ${code(reason)}`, isBreaking: true }];
    return [{ text: `${code(reason)}: ${was} → ${now}`, isBreaking: true }];
  });
}

function describeError({ errors }: ContractVersion, reason: string): string | undefined {
  if (errors[reason] === undefined) return undefined;
  const { status, type } = toObject(errors[reason]);
  return `${String(status)} ${code(toText(type))}`;
}
