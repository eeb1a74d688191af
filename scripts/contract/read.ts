import { bundleDocument } from './bundle.ts';
import type { Contract, JsonObject } from './contract.ts';
import { readDataFile } from './data-file.ts';
import { readModels } from './read-models.ts';

/** Reads the whole contract below `root`; a mistake is a `ContractError` that names file and line. */
export async function readContract(root: string): Promise<Contract> {
  const [document, models, policies, errors, messages] = await Promise.all([
    bundleDocument(root),
    readModels(root),
    readYaml(root, 'openapi/policies.yaml'),
    readYaml(root, 'openapi/errors.yaml'),
    readYaml(root, 'openapi/messages.yaml'),
  ]);
  return { root, document, models, policies, errors, messages };
}

/** Reads one YAML data file of the contract. */
export async function readYaml(root: string, file: string): Promise<JsonObject> {
  return (await readDataFile(root, file)).source;
}
