import type { JsonObject, ModelSource } from '../contract.ts';
import { type ContractFile, type ContractText, parseAll, readAll, readTexts } from '../files/data-file.ts';
import { readSchemaFiles, type SchemaFiles, toModels } from '../models/read-models.ts';
import { atTop, ContractError } from '../problem.ts';

/** The input of the rules. */
export interface LintSubject extends Omit<SchemaFiles, 'models'> {
  readonly models: readonly ModelSource[];
  /** Every YAML file below `openapi/`: Redocly parses them all, this only the data files. */
  readonly openapi: readonly ContractText[];
  readonly policies: ContractFile;
  readonly errors: ContractFile;
  /** Failure texts of tasks. */
  readonly messages: ContractFile;
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
  return { ...schemas, models: toModels(schemas), openapi, policies, errors, messages, document };
}

const DATA = ['openapi/policies.yaml', 'openapi/errors.yaml', 'openapi/messages.yaml'];

function findText(files: readonly ContractText[], name: string): ContractText {
  const found = files.find(({ file }) => file === name);
  if (!found) throw new ContractError([atTop(name, 'the file is missing')]);
  return found;
}
