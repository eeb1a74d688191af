import type { Emitter, Json, JsonObject } from '../../contract/contract.ts';
import { mapObjects, toEntries } from '../../contract/json.ts';
import { toScript } from '../banner.ts';

/**
 * Emits the policies as plain values: `openapi/policies.yaml` without provenance. Each section is a constant of its own, so that
 * a bundle has only those that it reads.
 */
export const emitPolicies: Emitter = async ({ policies }) => {
  const sections = toEntries(policyValues(policies)).map(
    ([name, section]) => `export const ${name} = ${JSON.stringify(section, null, 2)} as const;\n`,
  );
  const all = `/** Behaviour as data; durations carry their unit in the name. */
export * as policies from './policy-sections.ts';
`;
  return [
    { path: 'policies.ts', text: toScript(all) },
    { path: 'policy-sections.ts', text: toScript(sections.join('\n')) },
  ];
};

/** The policies without provenance: each leaf is its value. */
export function policyValues(policies: JsonObject): Json {
  return mapObjects(policies, (object) =>
    'value' in object && 'provenance' in object ? (object.value ?? null) : object,
  );
}
