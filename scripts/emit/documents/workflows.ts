import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Emitter } from '../../contract/contract.ts';
import { toYaml } from '../banner.ts';

const FOLDER = 'openapi/workflows';
const ENDING = '.arazzo.yaml';

/**
 * Publishes the Arazzo workflows: their `../openapi.yaml` is the source document in the contract, and the bundled one
 * in the output.
 */
export const emitWorkflows: Emitter = async ({ root }) => {
  const folder = join(root, FOLDER);
  const names = existsSync(folder) ? await readdir(folder) : [];
  return Promise.all(
    names
      .filter((name) => name.endsWith(ENDING))
      .sort()
      .map(async (name) => ({
        path: `workflows/${name}`,
        text: toYaml(await readFile(join(folder, name), 'utf8')),
      })),
  );
};
