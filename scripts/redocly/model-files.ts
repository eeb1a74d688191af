import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import type { Json, JsonObject } from '../contract/contract.ts';
import { mapObjects, stringList, toObject, toText } from '../contract/json.ts';
import { expandModel } from '../contract/models/expand-model.ts';

/** A model file as it is included in the OpenAPI document. */
export interface ModelFile {
  readonly title: string;
  readonly operation: string;
  readonly spellings: readonly string[];
  readonly endpoints: readonly string[];
  /** Most tokens of an answer; undefined for a model that makes no text. */
  readonly maxOutputTokens: number | undefined;
  /** The expanded file, its references relative to the folder it was read for. */
  readonly schema: JsonObject;
}

/** Reads `schemas/models/` beside `folder`, sorted by file name, for a document in `folder`. */
export function readModelFiles(folder: string): readonly ModelFile[] {
  const schemas = join(folder, '..', 'schemas');
  const names = readdirSync(join(schemas, 'models')).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => {
    const written = readJson(join(schemas, 'models', name));
    const operation = toText(toObject(written['x-model']).operation);
    const family = toText(written['x-family']);
    const base = {
      name: basename(name, '.json'),
      operation: readOptional(join(schemas, 'operations', `${operation}.json`)),
      family: family === '' ? {} : readOptional(join(schemas, 'models', family)),
    };
    const schema = expandModel(written, base);
    const { spellings, endpoints } = toObject(schema['x-model']);
    const { max } = toObject(toObject(schema['x-text']).output_tokens);
    return {
      title: toText(schema.title),
      operation,
      spellings: stringList(spellings),
      endpoints: stringList(endpoints),
      maxOutputTokens: typeof max === 'number' ? max : undefined,
      schema: moveReferences(schema, (reference) => toReference(folder, join(schemas, 'models', reference))),
    };
  });
}

/** A relative reference from a folder to a file. */
export function toReference(folder: string, file: string): string {
  const reference = relative(folder, file).split(sep).join('/');
  return reference.startsWith('.') ? reference : `./${reference}`;
}

/** Empty for a file that does not exist, which the lint reports. */
function readOptional(file: string): JsonObject {
  return existsSync(file) ? readJson(file) : {};
}

function readJson(path: string): JsonObject {
  return JSON.parse(readFileSync(path, 'utf8')) as JsonObject; // an empty one is reported by the lint
}

function moveReferences(schema: JsonObject, move: (reference: string) => string): JsonObject {
  const change = (object: JsonObject): Json =>
    typeof object.$ref === 'string' ? { ...object, $ref: move(object.$ref) } : object;
  return toObject(mapObjects(schema, change));
}
