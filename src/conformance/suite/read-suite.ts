import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { parse } from 'yaml';
import type { Case } from './case.ts';
import { type JsonObject, toList, toObject } from './json.ts';
import type { Invariant, Requirement, Suite } from './suite.ts';

const ROOT = join(import.meta.dirname, '../../..');

let own: Promise<Suite> | undefined;

/**
 * The whole suite; the contract and the models are in `generated`. The one of this package is read once. Throws with the
 * file's name when one cannot be read.
 */
export function readSuite(root = ROOT, generated = join(root, 'generated')): Promise<Suite> {
  if (root !== ROOT || generated !== join(ROOT, 'generated')) return readFiles(root, generated);
  own ??= readFiles(ROOT, generated);
  return own;
}

async function readFiles(root: string, generated: string): Promise<Suite> {
  const folder = join(root, 'conformance');
  const [requirements, cases, schemas, invariants, contract, models] = await Promise.all([
    readFolder(join(folder, 'requirements'), '.yaml'),
    readFolder(join(folder, 'cases'), '.yaml'),
    readFolder(join(folder, 'schemas'), '.json'),
    readData(join(folder, 'invariants.yaml')),
    readData(join(generated, 'openapi.json')),
    readData(join(generated, 'conformance-models.json')),
  ]);
  const document = toObject(contract);
  return {
    version: String(toObject(document.info).version),
    requirements: new Map(
      requirements
        .flatMap(([, list]) => toList(list) as unknown as readonly Requirement[])
        .map((requirement) => [requirement.id, requirement]),
    ),
    cases: cases.flatMap(([file, list]) =>
      (toList(list) as unknown as readonly Case[]).map((one) => ({ ...one, file: relative(root, file) })),
    ),
    schemas: Object.fromEntries(schemas.map(([file, schema]) => [basename(file, '.json'), toObject(schema)])),
    invariants: toList(invariants) as unknown as readonly Invariant[],
    contract: document,
    models: toList(toObject(models).models) as readonly JsonObject[],
  };
}

/** The content of each file below a folder, in the order of the paths. */
async function readFolder(
  folder: string,
  extension: string,
): Promise<readonly (readonly [file: string, data: unknown])[]> {
  const names = existsSync(folder) ? await readdir(folder, { recursive: true }) : [];
  const files = names.filter((name) => name.endsWith(extension)).sort();
  return Promise.all(
    files.map((name) => join(folder, name)).map(async (file) => [file, await readData(file)] as const),
  );
}

async function readData(file: string): Promise<unknown> {
  try {
    const text = await readFile(file, 'utf8');
    return file.endsWith('.json') ? JSON.parse(text) : parse(text);
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
