import { expect, test } from 'vitest';
import { sizeFault } from '../../../scripts/contract/lint/sizes/size-faults.ts';
import { readSizeTable } from '../../../scripts/contract/lint/sizes/size-table.ts';
import { readModels } from '../../../scripts/contract/models/read-models.ts';
import { findModel } from '../../../src/contract/catalogue.ts';
import { bindSelf } from '../../../src/contract/rules/self.ts';
import { resolveSize } from '../../../src/contract/sizes/size.ts';
import { ROOT } from './broken-contract.ts';

const SIDES = [1, 9, 32, 33, 200, 511, 512, 736, 1024, 1440, 2048, 2049, 4096, 8192, 16_384];
const NAMES = ['', 'auto', '1K', '2k', '8K', '16:9', '9x16', '7:5', '540p', '1024X1024', '01024x1024'];
const sizes = [...NAMES, ...SIDES.flatMap((width) => SIDES.map((height) => `${width}x${height}`))];

const models = (await readModels(ROOT)).flatMap((model) => {
  const table = readSizeTable(model);
  const known = findModel(model.id);
  return table && known ? [{ id: model.id, table, known }] : [];
});

test.each(models)('the lint and the gateway agree on sizes of $id', ({ table, known }) => {
  const rules = sizes.map((size) => {
    const request = { [table.sizeField]: size };
    const found = resolveSize(known, request, bindSelf(known, request));
    const gateway = found?.kind === 'invalid' ? found.violations[0]?.rule : undefined;
    return { size, lint: sizeFault(table, size)?.rule, gateway };
  });
  expect(rules.filter(({ lint, gateway }) => lint !== gateway)).toEqual([]);
  expect(rules.some(({ gateway }) => gateway === undefined)).toBe(true);
});
