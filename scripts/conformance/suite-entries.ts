import type { Json, JsonObject } from '../contract/contract.ts';
import { isObject, stringList, toList, toText } from '../contract/json.ts';
import type { ListFile, SuiteFiles } from './suite-files.ts';

/** A requirement and its location. Members that are missing or of another type are empty: the schema reports them. */
export interface RequirementEntry {
  readonly in: ListFile;
  /** JSON pointer of the entry in its file. */
  readonly pointer: string;
  readonly id: string;
  readonly level: string;
  readonly section: string;
  readonly sentences: readonly string[];
  readonly statement: string;
  readonly verifiedBy: readonly string[];
  readonly untestable: string | undefined;
}

/** A case, or an invariant as `invariant.<id>`, and its location, with the requirements that its checks name. */
export interface CaseEntry {
  readonly in: ListFile;
  readonly pointer: string;
  readonly id: string;
  readonly names: readonly { readonly requirement: string; readonly pointer: string }[];
}

/** The requirements of a file. */
export function toRequirements(file: ListFile): readonly RequirementEntry[] {
  return toObjects(file.entries).map(({ value, pointer }) => ({
    in: file,
    pointer,
    id: toText(value.id),
    level: toText(value.level),
    section: toText(value.section),
    sentences: stringList(value.sentences),
    statement: toText(value.statement),
    verifiedBy: stringList(value.verified_by),
    untestable: value.untestable === undefined ? undefined : toText(value.untestable),
  }));
}

/** The cases of a file. A requirement is named by a check, or at the top for the checks that name none. */
function toCases(file: ListFile): readonly CaseEntry[] {
  return toObjects(file.entries).map(({ value, pointer }) => ({
    in: file,
    pointer,
    id: toText(value.id),
    names: [
      ...toNames(value, pointer),
      ...toObjects(value.steps, `${pointer}/steps`).flatMap((step) =>
        ['expect', 'assert'].flatMap((member) =>
          toObjects(step.value[member], `${step.pointer}/${member}`).flatMap((check) =>
            toNames(check.value, check.pointer),
          ),
        ),
      ),
    ],
  }));
}

/** Everything that verifies requirements: the cases, and the invariants. */
export function toAllCases({ cases, invariants }: Pick<SuiteFiles, 'cases' | 'invariants'>) {
  return [...cases.flatMap(toCases), ...invariants.flatMap(toInvariants)];
}

/** The invariants, checked on every exchange of every case; they verify requirements like cases. */
function toInvariants(file: ListFile): readonly CaseEntry[] {
  return toObjects(file.entries).map(({ value, pointer }) => ({
    in: file,
    pointer,
    id: `invariant.${toText(value.id)}`,
    names: toNames(value, pointer),
  }));
}

function toNames({ requirement }: JsonObject, pointer: string): CaseEntry['names'] {
  return typeof requirement === 'string' ? [{ requirement, pointer: `${pointer}/requirement` }] : [];
}

function toObjects(
  list: Json | undefined,
  at = '',
): readonly { readonly value: JsonObject; readonly pointer: string }[] {
  return toList(list).flatMap((value, index) =>
    isObject(value) ? [{ value, pointer: `${at}/${index}` }] : [],
  );
}
