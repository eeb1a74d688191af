import type { Emitter } from '../../contract/contract.ts';
import { mapObjects } from '../../contract/json.ts';
import { toScript } from '../banner.ts';

/** Emits the policies as plain values: `openapi/policies.yaml` without provenance. */
export const emitPolicies: Emitter = async ({ policies }) => {
  const values = mapObjects(policies, (object) =>
    'value' in object && 'provenance' in object ? (object.value ?? null) : object,
  );
  const text = `/** Behaviour as data; durations carry their unit in the name. */
export const policies = ${JSON.stringify(values, null, 2)} as const;
`;
  return [{ path: 'policies.ts', text: toScript(text) }];
};
