import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../../../scripts/contract/contract.ts';
import { runRedocly } from '../../../scripts/contract/documents/run-redocly.ts';
import { toList, toObject } from '../../../scripts/contract/json.ts';
import { splitReports } from '../../../scripts/contract/lint/redocly-lint.ts';

const generated = resolve(import.meta.dirname, '../../../generated');
const documents = (await readdir(generated)).filter((name) => /openapi\S*\.(json|yaml)$/.test(name)).sort();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatewright-redocly-'));
  await writeFile(join(folder, 'redocly.yaml'), 'telemetry: off\nextends: [recommended-strict]\n');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('all published documents are checked', () => {
  expect(documents).toEqual([
    'mock-openapi.json',
    'openapi-3.2.json',
    'openapi-3.2.yaml',
    'openapi.json',
    'openapi.sdk-3.0.json',
    'openapi.sdk-flat-3.0.json',
    'openapi.sdk.json',
    'openapi.yaml',
  ]);
});

test('Redocly without plugins finds no problem in any of them', async () => {
  const files = documents.map((name) => join(generated, name));
  const { output } = await runRedocly(folder, ['lint', ...files, '--format', 'json']);
  const reports = splitReports(output).map(toObject);
  expect(reports.flatMap(({ problems }) => toList(problems))).toEqual([]);
  expect(reports.map(({ totals }) => totals)).toEqual(
    documents.map(() => ({ errors: 0, warnings: 0, ignored: 0 })),
  );
});

test('what JSON Schema cannot express is the same in the documents as in the schema files', async () => {
  const read = async (name: string) => toObject(JSON.parse(await readFile(join(generated, name), 'utf8')));
  const enforced = (schema: unknown) =>
    Object.entries(toObject(schema as Json)).filter(([member]) => member.startsWith('x-'));
  const files = await readdir(join(generated, 'schemas'));
  const schemas = await Promise.all(files.map((name) => read(join('schemas', name))));
  const wanted = schemas.map(enforced).filter((members) => members.length > 0);
  expect(wanted.flat().map(([member]) => member)).toContain('x-validations');
  for (const document of ['openapi.json', 'openapi-3.2.json']) {
    const components = toObject(toObject((await read(document)).components).schemas);
    expect(Object.values(components).map(enforced), document).toEqual(expect.arrayContaining(wanted));
  }
});

test('Redocly without plugins finds an operation without a response, and no problems in a correct document', async () => {
  const paths = { '/a': { get: { operationId: 'a', summary: 'A', responses: {} } } };
  const broken = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths };
  await writeFile(join(folder, 'broken.json'), JSON.stringify(broken));
  const files = [join(generated, 'mock-openapi.json'), join(folder, 'broken.json')];
  const { output } = await runRedocly(folder, ['lint', ...files, '--format', 'json']);
  const [good, bad] = splitReports(output).map(toObject);
  expect(toList(good?.problems)).toEqual([]);
  expect(toList(bad?.problems)).toContainEqual(
    expect.objectContaining({ ruleId: 'operation-2xx-response', severity: 'error' }),
  );
});
