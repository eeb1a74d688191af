import type { Emitter } from '../../contract/contract.ts';
import { withoutProvenance } from '../../contract/json.ts';
import { toScript } from '../banner.ts';

/** Emits the error table: status, type and message of every reason. */
export const emitErrors: Emitter = async ({ errors }) => {
  const text = `/** Every reason for rejecting a request. \`{name}\` in a message is a placeholder. */
export const errorTable = ${JSON.stringify(withoutProvenance(errors), null, 2)} as const;

/** A reason of the error table. */
export type ErrorReason = keyof typeof errorTable;
`;
  return [{ path: 'errors.ts', text: toScript(text) }];
};
