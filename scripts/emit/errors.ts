import type { Emitter } from '../contract/contract.ts';
import { expectObject, mapObjects } from '../contract/json.ts';
import { toScript } from './banner.ts';

/** Emits the error table: status, type and message of every reason. */
export const emitErrors: Emitter = async ({ errors }) => {
  const table = expectObject(
    mapObjects(errors, ({ provenance: _provenance, ...rest }) => rest),
    'openapi/errors.yaml',
  );
  const text = `/** Every reason a request can be refused for. \`{name}\` in a message is to be filled in. */
export const errorTable = ${JSON.stringify(table, null, 2)} as const;

/** A reason of the error table. */
export type ErrorReason = keyof typeof errorTable;
`;
  return [{ path: 'errors.ts', text: toScript(text) }];
};
