import type { Json, JsonObject } from '../../contract/contract.ts';
import { listPolicyValues } from '../client-policies.ts';
import type { SdkOperation } from '../sdk-document.ts';

/** The module with the numbers that clients share. */
export function policiesModule(policies: JsonObject): string {
  const lines = listPolicyValues(policies).map(
    ([name, value]) => `${toConstant(name)} = ${toLiteral(value)}\n`,
  );
  return `"""Behaviour as data, from the contract; durations carry their unit in the name."""\n\n${lines.join('')}`;
}

/** The module with the path of each operation. */
export function pathsModule(operations: readonly SdkOperation[]): string {
  const lines = operations.map(({ id, path }) => `${toConstant(id)} = ${JSON.stringify(path)}\n`);
  return `"""Paths of the operations, from the contract."""\n\n${lines.join('')}`;
}

/** `createImage` as `CREATE_IMAGE`. */
export function toConstant(name: string): string {
  return name.replace(/[a-z](?=[A-Z])/g, '$&_').toUpperCase();
}

function toLiteral(value: Json): string {
  return Array.isArray(value)
    ? `(${value.map((item) => JSON.stringify(item)).join(', ')})`
    : JSON.stringify(value);
}
