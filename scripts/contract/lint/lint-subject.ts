import type { JsonObject, ModelSource } from '../contract.ts';
import { type ContractFile, type ContractText, parseAll, readAll, readTexts } from '../files/data-file.ts';
import { readSchemaFiles, toModels } from '../models/read-models.ts';
import { ContractError } from '../problem.ts';

/** The input of the rules. */
export interface LintSubject {
  readonly models: readonly ModelSource[];
  /** `schemas/common/*.json`: schema parts (PascalCase) and family vocabularies. */
  readonly parts: readonly ContractFile[];
  /** `schemas/operations/*.json`: what the models of an operation share. */
  readonly operations: readonly ContractFile[];
  /** Every YAML file below `openapi/`: Redocly parses them all, this only the data files. */
  readonly openapi: readonly ContractText[];
  readonly policies: ContractFile;
  readonly errors: ContractFile;
  /** Failure texts of tasks. */
  readonly messages: ContractFile;
  /** `schemas/model.schema.json`, the dialect of the model files. */
  readonly dialect: JsonObject;
  /** `schemas/operation.schema.json`, the dialect of the operation files. */
  readonly operationDialect: JsonObject;
  /** The bundled OpenAPI document. */
  readonly document: JsonObject;
}

/** Reads the input of the rules at `root`, except for the bundled document; files that do not parse are one `ContractError`. */
export async function readLintSubject(root: string, document: JsonObject): Promise<LintSubject> {
  const openapi = await readTexts(root, { folder: 'openapi', ending: '.yaml' });
  const reading = [readSchemaFiles(root), parseAll(DATA.map((file) => findText(openapi, file)))] as const;
  await readAll<unknown>(reading);
  const [schemas, data] = await Promise.all(reading);
  const [policies, errors, messages] = data;
  if (!policies || !errors || !messages) throw new Error(`${DATA.join(', ')} have just been read.`);
  const { parts, operations, dialect, operationDialect } = schemas;
  const models = toModels(schemas);
  return {
    models,
    parts,
    operations,
    openapi,
    policies,
    errors,
    messages,
    dialect,
    operationDialect,
    document,
  };
}

const DATA = ['openapi/policies.yaml', 'openapi/errors.yaml', 'openapi/messages.yaml'];

function findText(files: readonly ContractText[], name: string): ContractText {
  const found = files.find(({ file }) => file === name);
  if (!found) throw new ContractError([{ file: name, line: 1, column: 1, message: 'the file is missing' }]);
  return found;
}
