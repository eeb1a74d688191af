import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../scripts/contract/contract.ts';
import { readForbidden, writeForbidden } from '../../../scripts/emit/documents/forbidden-fields.ts';

const folder = new URL('../../../generated/schemas/', import.meta.url);

test('a forbidden field becomes `not` anything, with its reason, and is read back as forbidden', () => {
  const schema = { properties: { n: { type: 'integer', not: { const: 2 } }, stream: false } };
  const written = writeForbidden(schema, { stream: { message: 'stream is not supported' } });
  expect(written).toEqual({
    properties: {
      n: { type: 'integer', not: { const: 2 } },
      stream: { not: {}, description: 'stream is not supported' },
    },
  });
  expect(readForbidden(written)).toEqual(schema);
});

test.each((await readdir(folder)).map((name) => [name]))(
  'code generators that refuse boolean schemas can read %s',
  async (name) => {
    const { properties } = JSON.parse(await readFile(new URL(name, folder), 'utf8')) as JsonObject;
    const boolean = Object.entries(properties as JsonObject).filter(
      ([, field]) => typeof field === 'boolean',
    );
    expect(boolean).toEqual([]);
  },
);
