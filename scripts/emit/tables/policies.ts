import type { Emitter } from '../../contract/contract.ts';
import { mapObjects } from '../../contract/json.ts';
import { toScript } from '../banner.ts';

/** Emits the policies as plain values: `openapi/policies.yaml` without provenance. */
export const emitPolicies: Emitter = async ({ policies }) => {
  const values = mapObjects(policies, (object) =>
    'value' in object && 'provenance' in object ? { value: object.value } : object,
  );
  const plain = JSON.stringify(values, (_name, member) => unwrap(member), 2);
  const text = `/** Behaviour as data; durations carry their unit in the name. */
export const policies = ${plain} as const;
`;
  return [{ path: 'policies.ts', text: toScript(text) }];
};

function unwrap(member: unknown): unknown {
  const isLeaf =
    typeof member === 'object' && member !== null && 'value' in member && Object.keys(member).length === 1;
  return isLeaf ? member.value : member;
}
