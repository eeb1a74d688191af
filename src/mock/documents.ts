import type { AddedModels } from '../contract/added-models.ts';
import { once } from '../gateway/memory/once.ts';

/** The generated documents that a mock publishes, and answers forced responses from. */
export interface Documents {
  /** The text of a generated file. */
  read(name: string): Promise<string>;
  /** The contract, parsed when it is first needed. */
  contract(): Promise<unknown>;
}

/** Creates the documents from how a platform reads a generated file; those of the contract have the added models. */
export function createDocuments(readGenerated: Documents['read'], added: AddedModels | undefined): Documents {
  const read: Documents['read'] = (name) =>
    added && /^openapi\.(?:json|yaml)$/.test(name) ? added.readDocument(name) : readGenerated(name);
  return { read, contract: once(async () => JSON.parse(await read('openapi.json'))) };
}
