import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runRedocly } from '../../../scripts/contract/run-redocly.ts';

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

test.each(documents)('Redocly without plugins finds no problem in %s', async (name) => {
  const { output } = await runRedocly(folder, ['lint', join(generated, name), '--format', 'json']);
  const { totals, problems } = JSON.parse(output) as { totals: object; problems: readonly object[] };
  expect(problems).toEqual([]);
  expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
});
