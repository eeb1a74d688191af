import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { generate } from '../../../scripts/generate.ts';

const root = resolve(import.meta.dirname, '../../..');

test('the committed files are what the contract gives, which has no problems', async () => {
  const { drift } = await generate({ root, out: resolve(root, 'generated'), check: true });
  expect(drift).toEqual([]);
});
