import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../scripts/contract/contract.ts';
import { readForbidden, writeForbidden } from '../../../scripts/emit/documents/forbidden-fields.ts';

const generated = new URL('../../../generated/', import.meta.url);
const folder = new URL('schemas/', generated);

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

test.each(['openapi.json', 'openapi-3.2.json'])(
  'viewers that show nothing of a request with a boolean schema can show that of sx-5-0-pro in %s',
  async (name) => {
    const { components } = JSON.parse(await readFile(new URL(name, generated), 'utf8'));
    expect(components.schemas.Sx50Pro.properties.stream).toEqual({
      not: {},
      description:
        'stream is not supported by sx-5-0-pro, whatever its value: leave it out and poll the task',
    });
  },
);
