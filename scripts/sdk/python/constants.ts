import type { Json, JsonObject } from '../../contract/contract.ts';
import { isObject, toEntries } from '../../contract/json.ts';
import type { SdkOperation } from '../sdk-document.ts';

/** The module with the numbers that clients share. */
export function policiesModule(policies: JsonObject): string {
  return `"""Behaviour as data, from the contract; durations carry their unit in the name."""\n\n${toLines(policies)}`;
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

function toLines(members: JsonObject, prefix = ''): string {
  return toEntries(members)
    .map(([name, value]) =>
      isObject(value)
        ? toLines(value, `${prefix}${name}_`)
        : `${toConstant(prefix + name)} = ${toLiteral(value)}\n`,
    )
    .join('');
}

function toLiteral(value: Json): string {
  return Array.isArray(value)
    ? `(${value.map((item) => JSON.stringify(item)).join(', ')})`
    : JSON.stringify(value);
}
