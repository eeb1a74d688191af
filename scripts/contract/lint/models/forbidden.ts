import { closestName } from '../../../../src/contract/names/closest-name.ts';
import type { ModelSource } from '../../contract.ts';
import { toEntries, toObject } from '../../json.ts';
import { type LintRule, toStep } from '../problem.ts';

/** `x-forbidden` explains properties that are `false`, and nothing else. */
export const forbiddenNamesAreFalse: LintRule = ({ models }) =>
  models.flatMap((model) =>
    findUnmatched(model).map(({ name, meant }) => ({
      file: model.file,
      pointer: `/x-forbidden/${toStep(name)}`,
      message: `x-forbidden explains "${name}", which is not a false property${adviceOf(model, { name, meant })}`,
    })),
  );

/** The names that `x-forbidden` explains, misspelled ones also as what they were meant to be. */
export function explainedNames(model: ModelSource): ReadonlySet<string> {
  const meant = findUnmatched(model).flatMap((entry) => entry.meant ?? []);
  return new Set([...Object.keys(toObject(model.vocabulary['x-forbidden'])), ...meant]);
}

interface UnmatchedEntry {
  readonly name: string;
  /** The false property that was meant. */
  readonly meant: string | undefined;
}

/** The entries of `x-forbidden` that do not name a false property; one stands for the only property without an entry. */
function findUnmatched({ vocabulary, requestSchema }: ModelSource): readonly UnmatchedEntry[] {
  const entries = Object.keys(toObject(vocabulary['x-forbidden']));
  const properties = toEntries(requestSchema.properties);
  const falseNames = properties.flatMap(([name, property]) => (property === false ? [name] : []));
  const silent = falseNames.filter((name) => !entries.includes(name));
  const strangers = entries.filter((name) => !falseNames.includes(name));
  const unknown = strangers.filter((name) => !properties.some(([known]) => known === name));
  const only = silent.length === 1 && unknown.length === 1 ? silent[0] : undefined;
  return strangers.map((name) => ({
    name,
    meant: closestName(name, silent) ?? (unknown.includes(name) ? only : undefined),
  }));
}

function adviceOf({ requestSchema }: ModelSource, { name, meant }: UnmatchedEntry): string {
  if (meant !== undefined) return `; did you mean "${meant}"?`;
  const fields = toEntries(requestSchema.properties).map(([field]) => field);
  const close = fields.includes(name) ? undefined : closestName(name, fields);
  if (close !== undefined) return `; did you mean "${close}"? Set that property to false, too.`;
  return ': set it to false or remove the entry.';
}
