import { type JsonObject, toObject } from './json.ts';

export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With placeholders such as `{task_id}`. */
  readonly path: string;
}

export function operationsOf(contract: JsonObject): readonly Operation[] {
  return Object.entries(toObject(contract.paths)).flatMap(([path, item]) =>
    Object.entries(toObject(item)).flatMap(([method, operation]) => {
      const id = toObject(operation).operationId;
      return typeof id === 'string' ? [{ id, method: method.toUpperCase(), path }] : [];
    }),
  );
}

/** Throws when the contract has no operation of that id. */
export function findOperation(id: string, contract: JsonObject): Operation {
  const found = operationsOf(contract).find((operation) => operation.id === id);
  if (!found) throw new Error(`The contract has no operation ${id}`);
  return found;
}
