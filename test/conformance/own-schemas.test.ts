import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../conformance');
const files = [
  'target.schema.json',
  ...(await readdir(join(FOLDER, 'schemas'))).map((name) => `schemas/${name}`),
];

// A run does not validate them.
test.each(files)('%s is a valid JSON Schema', async (file) => {
  const ajv = new Ajv2020({ strict: false });
  const schema = JSON.parse(await readFile(join(FOLDER, file), 'utf8')) as object;
  expect([ajv.validateSchema(schema), ajv.errors]).toEqual([true, null]);
});
