import type { JsonObject, ModelSource } from '../contract.ts';
import { type ContractFile, readAll, readFolder } from '../data-file.ts';
import { ContractError } from '../problem.ts';
import { readSchemaFiles, toModels } from '../read-models.ts';

/** Everything the rules look at. */
export interface LintSubject {
  readonly models: readonly ModelSource[];
  /** `schemas/common/*.json`: schema parts (PascalCase) and family vocabularies. */
  readonly parts: readonly ContractFile[];
  /** `schemas/operations/*.json`: what the models of an operation share. */
  readonly operations: readonly ContractFile[];
  /** Every YAML file below `openapi/`. */
  readonly openapi: readonly ContractFile[];
  readonly policies: ContractFile;
  readonly errors: ContractFile;
  /** `schemas/model.schema.json`, the dialect of the model files. */
  readonly dialect: JsonObject;
  /** The bundled OpenAPI document. */
  readonly document: JsonObject;
}

/** Reads what the rules look at below `root`, the bundled document apart; files that do not parse are one `ContractError`. */
export async function readLintSubject(root: string, document: JsonObject): Promise<LintSubject> {
  const reading = [readSchemaFiles(root), readFolder(root, { folder: 'openapi', ending: '.yaml' })] as const;
  await readAll<unknown>(reading);
  const [schemas, openapi] = await Promise.all(reading);
  return {
    models: toModels(schemas),
    parts: schemas.parts,
    operations: schemas.operations,
    openapi,
    policies: findFile(openapi, 'openapi/policies.yaml'),
    errors: findFile(openapi, 'openapi/errors.yaml'),
    dialect: schemas.dialect.source,
    document,
  };
}

function findFile(files: readonly ContractFile[], name: string): ContractFile {
  const found = files.find(({ file }) => file === name);
  if (!found) throw new ContractError([{ file: name, line: 1, column: 1, message: 'the file is missing' }]);
  return found;
}
