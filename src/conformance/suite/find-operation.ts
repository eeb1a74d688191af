import { type JsonObject, toObject } from './json.ts';

/** How an operation is called. */
export interface OperationAddress {
  readonly method: string;
  /** With placeholders such as `{task_id}`. */
  readonly path: string;
}

/** Method and path of an operation of the contract. Throws when it has none of that id. */
export function findOperation(operation: string, contract: JsonObject): OperationAddress {
  for (const [path, item] of Object.entries(toObject(contract.paths))) {
    const found = Object.entries(toObject(item)).find(([, one]) => toObject(one).operationId === operation);
    if (found) return { method: found[0].toUpperCase(), path };
  }
  throw new Error(`The contract has no operation ${operation}`);
}
