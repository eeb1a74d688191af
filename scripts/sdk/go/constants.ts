import type { Json, JsonObject } from '../../contract/contract.ts';
import { listPolicyValues } from '../client-policies.ts';
import type { SdkOperation } from '../sdk-document.ts';

/** The numbers and names that clients share. */
export function policyConstants(policies: JsonObject): string {
  const values = listPolicyValues(policies);
  return `// Behaviour as data, from the contract; durations carry their unit in the name.\n${[
    ...values.filter(([, value]) => !Array.isArray(value)).map(toConstant),
    ...values.filter(([, value]) => Array.isArray(value)).map(toVariable),
  ].join('\n')}`;
}

/** The path of each operation. */
export function pathConstants(operations: readonly SdkOperation[]): string {
  const lines = operations.map(
    ({ id, path }) => `\tpath${id.charAt(0).toUpperCase()}${id.slice(1)} = ${JSON.stringify(path)}\n`,
  );
  return `// Paths of the operations, from the contract.\nconst (\n${lines.join('')})\n`;
}

function toConstant([name, value]: readonly [string, Json]): string {
  return `const ${toCamel(name)} = ${JSON.stringify(value)}`;
}

function toVariable([name, value]: readonly [string, Json]): string {
  return `var ${toCamel(name)} = []string{${JSON.stringify(value).slice(1, -1)}}`;
}

/** `poll_seconds` as `pollSeconds`. */
function toCamel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
