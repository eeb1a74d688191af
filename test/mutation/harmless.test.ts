import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import harmless from './harmless.json' with { type: 'json' };

test('the files of harmless survivors exist', () => {
  const root = resolve(import.meta.dirname, '../..');
  expect(Object.keys(harmless).filter((file) => !existsSync(resolve(root, file)))).toEqual([]);
});
