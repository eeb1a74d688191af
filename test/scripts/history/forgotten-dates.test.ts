import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDates } from '../../../scripts/check-breaking.ts';
import { toLine } from '../../../scripts/contract/problem.ts';
import { historyFile, readHistory } from '../../../scripts/history/read-history.ts';
import { first } from './contract-versions.ts';

const root = mkdtempSync(join(tmpdir(), 'gatewright-dates-'));
const schema = { ...first.models['boat-1']?.schema };

function write(file: string, value: unknown): void {
  mkdirSync(join(root, file, '..'), { recursive: true });
  writeFileSync(join(root, file), JSON.stringify(value, null, 2));
}

beforeAll(() => {
  write(historyFile('0.1.0'), first);
  write('generated/openapi.json', first.document);
  write('schemas/models/Boat1.json', {
    description: 'Boats',
    'x-model': { id: 'boat-1', schema_version: '2026-11-01' },
  });
});

afterAll(() => rmSync(root, { recursive: true }));

async function check(published: object): Promise<readonly string[]> {
  write('generated/schemas/boat-1.json', published);
  return (await checkDates(root)).map(toLine);
}

test('a model that changed since its release needs another date', async () => {
  expect(await check({ $comment: 'Generated.', ...schema })).toEqual([]);
  expect(await check({ ...schema, required: ['model'] })).toEqual([
    'schemas/models/Boat1.json:5:5: the published schema is not that of version 0.1.0, but "schema_version" is still 2026-11-01: set the date of the change',
  ]);
  const dated = 'https://gatewright.dev/schemas/models/boat-1/2026-12-24.json';
  expect(await check({ ...schema, $id: dated, required: ['model'] })).toEqual([]);
  expect(await check({ ...schema, title: 'Ship1', required: ['model'] })).toEqual([]);
});

test('this contract has the dates of its changes', async () => {
  expect(await checkDates(resolve(import.meta.dirname, '../../..'))).toEqual([]);
});

test('versions are read in their order', () => {
  const versions = ['0.10.0', '0.9.0', '0.10.0-beta.2', '1.0.0', '0.10.0-beta.10'];
  for (const version of versions) write(historyFile(version), { ...first, version });
  expect(readHistory(root).map(({ version }) => version)).toEqual([
    '0.1.0',
    '0.9.0',
    '0.10.0-beta.2',
    '0.10.0-beta.10',
    '0.10.0',
    '1.0.0',
  ]);
});
