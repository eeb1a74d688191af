import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, YAMLParseError } from 'yaml';
import { bundleDocument } from './bundle.ts';
import { type Contract, ContractError, type Json, type JsonObject } from './contract.ts';
import { expectObject } from './json.ts';
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
  const text = await readFile(path.join(root, file), 'utf8');
  try {
    return expectObject(parse(text) as Json, 'the file'); // YAML 1.2 core gives JSON
  } catch (error) {
    const line = error instanceof YAMLParseError ? (error.linePos?.[0].line ?? 1) : 1;
    throw new ContractError(`${file}:${line}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
