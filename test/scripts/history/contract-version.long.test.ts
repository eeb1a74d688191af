import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { listOperations } from '../../../scripts/contract/documents/parts.ts';
import { inspectContract } from '../../../scripts/contract/inspect.ts';
import { resolve as follow, mapObjects, toObject } from '../../../scripts/contract/json.ts';
import { compareVersions } from '../../../scripts/history/compare-versions.ts';
import { toContractVersion } from '../../../scripts/history/contract-version.ts';

test('this contract is kept small and whole', async () => {
  const contract = await inspectContract(resolve(import.meta.dirname, '../../..')).contract;
  const kept = await toContractVersion(contract, { version: '0.1.0', date: '2026-12-01' });
  expect(JSON.stringify(kept).length).toBeLessThan(150_000);
  expect(Object.keys(kept.models)).toEqual(contract.models.map(({ id }) => id));
  expect(kept.models.vxq3).toMatchObject({
    schema_version: '2026-11-01',
    schema: { 'x-sizes': { fields: { tier: 'resolution' } } },
    prices: { rates: [{ tier: '540p' }, { tier: '720p' }, { tier: '1080p' }] },
  });
  expect(JSON.stringify(kept)).not.toContain('provenance');
  expect(kept.errors.insufficient_balance).toEqual({ status: 402, type: 'payment_required' });
  expect(listOperations(kept.document)).toHaveLength(listOperations(contract.document).length);
  expect(toObject(toObject(kept.document.components).schemas).TaskRecord).not.toHaveProperty('description');
  let references = 0;
  mapObjects(kept.document, (object) => {
    if (typeof object.$ref === 'string') references += 1;
    expect(follow(kept.document, object)).toBeDefined();
    return object;
  });
  expect(references).toBeGreaterThan(50);
  expect(compareVersions(kept, kept)).toEqual({ models: [], operations: [], errors: [] });
});

test('a model of this contract is new, without a change of the operations', async () => {
  const contract = await inspectContract(resolve(import.meta.dirname, '../../..')).contract;
  const release = { version: '0.1.0', date: '2026-12-01' };
  const after = await toContractVersion(contract, release);
  const text = JSON.stringify(after.document)
    .replace('{"$ref":"#/components/schemas/Vxq3"},', '')
    .replace('"vxq3":"#/components/schemas/Vxq3",', '');
  expect(text).not.toContain('schemas/Vxq3"');
  const models = Object.fromEntries(Object.entries(after.models).filter(([id]) => id !== 'vxq3'));
  const changes = compareVersions({ ...after, document: JSON.parse(text), models }, after);
  expect(changes.models.map(({ id, from, to }) => [id, from, to])).toEqual([
    ['vxq3', undefined, '2026-11-01'],
  ]);
  expect([...changes.operations, ...changes.errors]).toEqual([]);
});
