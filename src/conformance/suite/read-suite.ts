import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Json, type JsonObject, toList, toObject } from './json.ts';
import { filesBelow, parseFile, readLists } from './read-lists.ts';
import type { Suite } from './suite.ts';

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
  const [lists, schemas, contract, models] = await Promise.all([
    readLists(root),
    readSchemas(join(root, 'conformance/schemas')),
    readJson(join(generated, 'openapi.json')),
    readJson(join(generated, 'conformance-models.json')),
  ]);
  const document = toObject(contract);
  return {
    version: String(toObject(document.info).version),
    requirements: new Map(lists.requirements.map((requirement) => [requirement.id, requirement])),
    cases: lists.cases,
    schemas,
    invariants: lists.invariants,
    contract: document,
    models: toList(toObject(models).models) as readonly JsonObject[],
  };
}

async function readSchemas(folder: string): Promise<Suite['schemas']> {
  const files = await filesBelow(folder, '.json');
  const read = files.map(async (file) => [basename(file, '.json'), toObject(await readJson(file))] as const);
  return Object.fromEntries(await Promise.all(read));
}

async function readJson(file: string): Promise<Json> {
  return parseFile(file, await readFile(file, 'utf8'), JSON.parse);
}
