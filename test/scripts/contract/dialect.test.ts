import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../scripts/contract/contract.ts';
import { isObject, toObject } from '../../../scripts/contract/json.ts';
import { ROOT } from '../lint/broken-contract.ts';

const schemas = path.join(ROOT, 'schemas');
const dialects = ['model.schema.json', 'operation.schema.json'];

async function readJson(file: string): Promise<JsonObject> {
  return JSON.parse(await readFile(path.join(schemas, file), 'utf8')) as JsonObject; // these files hold objects
}

async function listFiles(folder: string): Promise<readonly string[]> {
  return (await readdir(path.join(schemas, folder))).map((name) => path.posix.join(folder, name));
}

test('the dialects are valid JSON Schema 2020-12 without unknown keywords', async () => {
  const ajv = new Ajv2020({ strictTypes: false, keywords: ['x-derived', 'x-fields', 'x-operations'] });
  for (const dialect of dialects) ajv.addSchema(await readJson(dialect));
  for (const dialect of dialects)
    expect(() => ajv.compile({ $ref: `https://gatewright.dev/schemas/${dialect}` })).not.toThrow();
});

test('every model and operation file fits the schema that it names, as an editor sees it', async () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  for (const dialect of dialects) ajv.addSchema(await readJson(dialect), path.join(schemas, dialect));
  const files = [...(await listFiles('models')), ...(await listFiles('operations'))];
  expect(files.length).toBeGreaterThanOrEqual(10);
  for (const file of files) {
    const source = await readJson(file);
    const named = path.resolve(schemas, path.dirname(file), String(source.$schema));
    const validate = ajv.compile({ $ref: named });
    expect([file, validate(source), validate.errors]).toEqual([file, true, null]);
  }
});

test('the dialect describes every keyword that an editor offers', async () => {
  const dialect = await readJson('model.schema.json');
  const silent = listMembers(dialect, '').filter(({ schema }) => {
    const target = typeof schema.$ref === 'string' ? followed(dialect, schema.$ref) : schema;
    return schema.description === undefined && target.description === undefined;
  });
  expect(silent.map(({ pointer }) => pointer)).toEqual([]);
});

function followed(dialect: JsonObject, reference: string): JsonObject {
  const name = reference.replace('#/$defs/', '');
  return toObject(toObject(dialect.$defs)[name]);
}

/** Every member that the dialect declares, with its schema. */
function listMembers(value: Json, pointer: string): readonly { pointer: string; schema: JsonObject }[] {
  if (Array.isArray(value))
    return value.flatMap((item: Json, index) => listMembers(item, `${pointer}/${index}`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (member === undefined || name === 'examples' || name === 'if') return [];
    const inner = listMembers(member, `${pointer}/${name}`);
    if (name !== 'properties' || !isObject(member)) return inner;
    const own = Object.entries(member).flatMap(([key, schema]) =>
      isObject(schema) ? [{ pointer: `${pointer}/properties/${key}`, schema }] : [],
    );
    return [...own, ...inner];
  });
}
