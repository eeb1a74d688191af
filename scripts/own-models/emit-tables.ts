import type { Contract, GeneratedFile } from '../contract/contract.ts';
import { emitConformanceModels } from '../emit/conformance-models.ts';
import { emitDocument31 } from '../emit/documents/document.ts';
import { emitAddedModels } from './emit-added-models.ts';

/**
 * Emits what a running program reads of added models: their module, the document, and what the conformance suite knows. The
 * rest of `generated/` does not depend on them, or is for compilers.
 */
export async function emitTables(
  contract: Contract,
  ids: ReadonlySet<string>,
): Promise<readonly GeneratedFile[]> {
  const emitted = [emitAddedModels(contract, ids), emitConformanceModels(contract), emitDocument31(contract)];
  return (await Promise.all(emitted)).flat();
}
