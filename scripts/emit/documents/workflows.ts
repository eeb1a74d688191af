import type { Emitter } from '../../contract/contract.ts';
import { readTexts } from '../../contract/files/data-file.ts';
import { toYaml } from '../banner.ts';

/**
 * Publishes the Arazzo workflows: their `../openapi.yaml` is the source document in the contract, and the bundled one
 * in the output.
 */
export const emitWorkflows: Emitter = async ({ root }) => {
  const texts = await readTexts(root, { folder: 'openapi/workflows', ending: '.arazzo.yaml' });
  return texts.map(({ file, text }) => ({ path: file.replace('openapi/', ''), text: toYaml(text) }));
};
