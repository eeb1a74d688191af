import { once } from '../gateway/memory/once.ts';

/** The generated documents that a mock publishes, and answers forced responses from. */
export interface Documents {
  /** The text of a generated file. */
  read(name: string): Promise<string>;
  /** The contract, parsed when it is first needed. */
  contract(): Promise<unknown>;
}

/** Creates the documents from how a platform reads a generated file. */
export function createDocuments(read: Documents['read']): Documents {
  return { read, contract: once(async () => JSON.parse(await read('openapi.json'))) };
}
