import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ContractError, type Json, type JsonObject, type ModelSource } from './contract.ts';
import { expectObject, expectString, isObject, mapObjects, stringList } from './json.ts';
import { locateLine } from './locate.ts';

/** Reads every `schemas/models/*.json` below `root`, sorted by file name, with common parts inlined. */
export async function readModels(root: string): Promise<readonly ModelSource[]> {
  const folder = path.join(root, 'schemas', 'models');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const common = await readCommonParts(root);
  return Promise.all(names.map((name) => readModel(root, `schemas/models/${name}`, common)));
}

async function readCommonParts(root: string): Promise<ReadonlyMap<string, JsonObject>> {
  const folder = path.join(root, 'schemas', 'common');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const parts = await Promise.all(
    names.map(async (name) => {
      const file = `schemas/common/${name}`;
      const text = await readFile(path.join(root, file), 'utf8');
      return [`../common/${name}`, parseJson(text, file)] as const;
    }),
  );
  return new Map(parts);
}

async function readModel(
  root: string,
  file: string,
  common: ReadonlyMap<string, JsonObject>,
): Promise<ModelSource> {
  const text = await readFile(path.join(root, file), 'utf8');
  const source = parseJson(text, file);
  try {
    const identity = expectObject(source['x-model'], 'x-model');
    return {
      file,
      text,
      title: expectString(source.title, 'title'),
      id: expectString(identity.id, 'x-model.id'),
      spellings: stringList(identity.spellings),
      source,
      vocabulary: joinFamily(source, common),
      requestSchema: requestSchemaOf(source, common),
    };
  } catch (error) {
    throw new ContractError(`${file}:1: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function parseJson(text: string, file: string): JsonObject {
  try {
    return expectObject(JSON.parse(text) as Json, 'the file'); // JSON.parse gives JSON
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = /position (\d+)/.exec(message)?.[1];
    const line = position ? text.slice(0, Number(position)).split('\n').length : 1;
    throw new ContractError(`${file}:${line}: ${message}`);
  }
}

/** The model's `x-` keywords over its family's; rules and examples are joined, the family's first. */
function joinFamily(source: JsonObject, common: ReadonlyMap<string, JsonObject>): JsonObject {
  const name = source['x-family'];
  const family = typeof name === 'string' ? common.get(name) : {};
  if (!family) throw new TypeError(`x-family names ${JSON.stringify(name)}, which does not exist`);
  const own = Object.fromEntries(Object.entries(source).filter(([key]) => key.startsWith('x-')));
  const rules = [...list(family['x-validations']), ...list(own['x-validations'])];
  const examples = joinExamples(family['x-examples'], own['x-examples']);
  return { ...family, ...own, 'x-validations': rules, 'x-examples': examples };
}

function joinExamples(family: Json | undefined, own: Json | undefined): JsonObject {
  const both = [family, own].filter(isObject);
  return {
    valid: both.flatMap((examples) => list(examples.valid)),
    invalid: both.flatMap((examples) => list(examples.invalid)),
  };
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function requestSchemaOf(source: JsonObject, common: ReadonlyMap<string, JsonObject>): JsonObject {
  const plain = mapObjects(source, (schema) => {
    const reference = schema.$ref;
    if (typeof reference !== 'string') return withoutVocabulary(schema);
    const part = common.get(reference) ?? common.get(reference.replace(/^\.\//, '../common/'));
    if (!part) throw new TypeError(`$ref ${JSON.stringify(reference)} does not exist`);
    const { title: _title, ...inlined } = withoutVocabulary(part);
    return mapObjects(inlined, (inner) =>
      typeof inner.$ref === 'string'
        ? requestSchemaOf(expectObject(common.get(inner.$ref), inner.$ref), common)
        : inner,
    );
  });
  return expectObject(plain, 'the model');
}

/** A schema object without the `x-` keywords that only the generators read. */
export function withoutVocabulary(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).filter(([name]) => !name.startsWith('x-') || name === 'x-extensible-enum'),
  );
}

/** A contract error at the member that `pointer` names in a model file. */
export function modelError(model: ModelSource, pointer: string, message: string): ContractError {
  return new ContractError(`${model.file}:${locateLine(model.text, pointer)}: ${message}`);
}
