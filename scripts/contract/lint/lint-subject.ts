import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, YAMLParseError } from 'yaml';
import { ContractError, type Json, type JsonObject, type ModelSource } from '../contract.ts';
import { expectObject } from '../json.ts';
import { readModels } from '../read-models.ts';

/** A data file of the contract: its text, to find lines, and what it holds. */
export interface ContractFile {
  /** Path below the contract's root. */
  readonly file: string;
  readonly text: string;
  readonly source: JsonObject;
}

/** Everything the rules look at. */
export interface LintSubject {
  readonly models: readonly ModelSource[];
  /** `schemas/common/*.json`: schema parts (PascalCase) and family vocabularies. */
  readonly parts: readonly ContractFile[];
  /** Every YAML file below `openapi/`. */
  readonly openapi: readonly ContractFile[];
  readonly policies: ContractFile;
  readonly errors: ContractFile;
  /** `schemas/model.schema.json`, the dialect of the model files. */
  readonly dialect: JsonObject;
  /** The bundled OpenAPI document. */
  readonly document: JsonObject;
}

/** Reads what the rules look at below `root`, the bundled document apart; a file that does not parse is a `ContractError`. */
export async function readLintSubject(root: string, document: JsonObject): Promise<LintSubject> {
  const [models, parts, openapi, policies, errors, dialect] = await Promise.all([
    readModels(root),
    readFolder(root, 'schemas/common', '.json'),
    readFolder(root, 'openapi', '.yaml'),
    readDataFile(root, 'openapi/policies.yaml'),
    readDataFile(root, 'openapi/errors.yaml'),
    readDataFile(root, 'schemas/model.schema.json'),
  ]);
  return { models, parts, openapi, policies, errors, dialect: dialect.source, document };
}

async function readFolder(root: string, folder: string, ending: string): Promise<readonly ContractFile[]> {
  const names = await readdir(path.join(root, folder), { recursive: true });
  const files = names.filter((name) => name.endsWith(ending)).sort();
  return Promise.all(files.map((name) => readDataFile(root, `${folder}/${name.replaceAll('\\', '/')}`)));
}

async function readDataFile(root: string, file: string): Promise<ContractFile> {
  const text = await readFile(path.join(root, file), 'utf8');
  try {
    const source = file.endsWith('.json') ? JSON.parse(text) : parse(text);
    return { file, text, source: expectObject(source as Json, 'the file') }; // both parsers give JSON here
  } catch (error) {
    const line = error instanceof YAMLParseError ? (error.linePos?.[0].line ?? 1) : 1;
    throw new ContractError(`${file}:${line}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
