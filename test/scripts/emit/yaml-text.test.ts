import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { toYamlText } from '../../../scripts/emit/documents/yaml-text.ts';

const generated = resolve(import.meta.dirname, '../../../generated');

test.each([
  ['1.1', 'openapi'],
  ['1.2', 'openapi'],
  ['1.1', 'openapi-3.2'],
] as const)('a YAML %s parser finds the same data in %s.yaml as in the JSON', async (version, name) => {
  const { 'x-generated': _, ...document } = JSON.parse(
    await readFile(join(generated, `${name}.json`), 'utf8'),
  ) as Record<string, unknown>;
  const text = await readFile(join(generated, `${name}.yaml`), 'utf8');
  expect(parse(text, { version, merge: version === '1.1' })).toEqual(document);
});

const misread = [
  ...['16:9', '9:16', '12:30:45', '1:2.5', '2026-01-01', '2026-01-01T00:00:00Z', '2026-1-1 0:00:00 +1'],
  ...['y', 'N', 'yes', 'No', 'on', 'OFF', 'true', 'Null', '~', '', '=', '<<'],
  ...['017', '0o17', '0x1F', '0b11', '1_000', '.5', '1e3', '+.inf', '.NaN', '200'],
];

test.each(misread)('quotes %j, as a value and as a name', (value) => {
  const text = toYamlText({ value, list: [value], names: { [value]: 1 } });
  expect(text).toBe(`value: "${value}"\nlist:\n  - "${value}"\nnames:\n  "${value}": 1\n`);
});

test('leaves unquoted what every parser reads as a string', () => {
  expect(toYamlText({ size: '1.5K', title: 'A paper boat', path: '/v1/models' })).toBe(
    'size: 1.5K\ntitle: A paper boat\npath: /v1/models\n',
  );
});
