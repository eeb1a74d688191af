import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { parse } from 'yaml';
import type { Case } from './case.ts';
import { type JsonObject, toList, toObject } from './json.ts';
import type { FiledCase, Invariant, Requirement, Suite } from './suite.ts';

const ROOT = join(import.meta.dirname, '../../..');

let own: Promise<Suite> | undefined;

/** The whole suite. The one of this package is read once. Throws with the file's name when one cannot be read. */
export function readSuite(root = ROOT): Promise<Suite> {
  if (root !== ROOT) return readFiles(root);
  own ??= readFiles(ROOT);
  return own;
}

async function readFiles(root: string): Promise<Suite> {
  const folder = join(root, 'conformance');
  const [requirements, cases, schemas, invariants, contract, models] = await Promise.all([
    readRequirements(join(folder, 'requirements')),
    readCases(join(folder, 'cases')),
    readSchemas(join(folder, 'schemas')),
    readYaml(join(folder, 'invariants.yaml')),
    readJson(join(root, 'generated/openapi.json')),
    readJson(join(root, 'generated/conformance-models.json')),
  ]);
  const document = toObject(contract);
  return {
    version: String(toObject(document.info).version),
    requirements,
    cases,
    schemas,
    invariants: toList(invariants) as unknown as readonly Invariant[],
    contract: document,
    models: toList(toObject(models).models) as readonly JsonObject[],
  };
}

/** The requirements by id, in the order of the files. */
export async function readRequirements(folder: string): Promise<ReadonlyMap<string, Requirement>> {
  const files = await filesBelow(folder, '.yaml');
  const lists = await Promise.all(
    files.map(async (file) => toList(await readYaml(file)) as unknown as readonly Requirement[]),
  );
  return new Map(lists.flat().map((requirement) => [requirement.id, requirement]));
}

/** The cases in the order of the files. */
export async function readCases(folder: string): Promise<readonly FiledCase[]> {
  const files = await filesBelow(folder, '.yaml');
  const lists = await Promise.all(
    files.map(async (file) => {
      const cases = toList(await readYaml(file)) as unknown as readonly Case[];
      return cases.map((one) => ({ ...one, file: `conformance/cases/${relative(folder, file)}` }));
    }),
  );
  return lists.flat();
}

async function readSchemas(folder: string): Promise<Readonly<Record<string, JsonObject>>> {
  const files = await filesBelow(folder, '.json');
  const entries = await Promise.all(
    files.map(async (file) => [basename(file, '.json'), toObject(await readJson(file))] as const),
  );
  return Object.fromEntries(entries);
}

async function filesBelow(folder: string, extension: string): Promise<readonly string[]> {
  const names = existsSync(folder) ? await readdir(folder, { recursive: true }) : [];
  return names
    .filter((name) => name.endsWith(extension))
    .sort()
    .map((name) => join(folder, name));
}

async function readYaml(file: string): Promise<unknown> {
  try {
    return parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}
