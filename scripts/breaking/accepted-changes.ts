import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readDataFile } from '../contract/files/data-file.ts';
import { toList, toObject, toText } from '../contract/json.ts';
import type { BreakingChange } from './breaking-change.ts';

/** The list of accepted breaking changes; the file is optional. */
export const ACCEPTED_FILE = 'openapi/accepted-breaking-changes.yaml';

/** A breaking change that a decision record justifies. */
export interface AcceptedChange {
  readonly file: string;
  readonly pointer: string;
  /** Path of the record, relative to the project root. */
  readonly decision: string;
}

/** Reads the accepted changes (`accepted: [{file, pointer, decision}]`). Throws when a decision is not recorded. */
export async function readAccepted(root: string): Promise<readonly AcceptedChange[]> {
  if (!existsSync(join(root, ACCEPTED_FILE))) return [];
  const { source } = await readDataFile(root, ACCEPTED_FILE);
  return toList(source.accepted).map((entry) => {
    const { file, pointer, decision } = toObject(entry);
    const change = { file: toText(file), pointer: toText(pointer), decision: toText(decision) };
    if (change.decision !== '' && existsSync(join(root, change.decision))) return change;
    throw new Error(
      `${ACCEPTED_FILE}: ${change.file} ${change.pointer} names no decision record: write one in docs/decisions/.`,
    );
  });
}

/** The changes that no accepted entry covers; an entry covers its file and pointer exactly. */
export function withoutAccepted(
  changes: readonly BreakingChange[],
  accepted: readonly AcceptedChange[],
): readonly BreakingChange[] {
  return changes.filter(
    ({ file, pointer }) => !accepted.some((entry) => entry.file === file && entry.pointer === pointer),
  );
}
