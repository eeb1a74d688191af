import type { Emitter } from '../../contract/contract.ts';
import { isObject, mapMembers, omit } from '../../contract/json.ts';
import { toScript } from '../banner.ts';

/** Emits the error table: status, type and message of every reason. What to do about it is on the docs site. */
export const emitErrors: Emitter = async ({ errors }) => {
  const table = mapMembers(errors, (entry) =>
    isObject(entry) ? omit(entry, ['remedy', 'provenance']) : entry,
  );
  const text = `/** Every reason for rejecting a request. \`{name}\` in a message is a placeholder. */
export const errorTable = ${JSON.stringify(table, null, 2)} as const;

/** A reason of the error table. */
export type ErrorReason = keyof typeof errorTable;
`;
  return [{ path: 'errors.ts', text: toScript(text) }];
};
