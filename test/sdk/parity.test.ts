import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sdkLanguages } from '../../scripts/sdk/languages.ts';
import { features } from './expectations.ts';

const languages = ['TypeScript', ...sdkLanguages.map(({ title }) => title)];

// The test of each language checks every feature.
test('docs/sdks.md lists what every SDK can do', () => {
  const page = readFileSync(new URL('../../docs/sdks.md', import.meta.url), 'utf8');
  const [, table = ''] = /<!-- begin of the features -->\n\n(.*?)\n\n<!-- end/s.exec(page) ?? [];
  const rows = table.split('\n').map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  expect(rows[0]).toEqual(['feature', ...languages]);
  const expected = Object.keys(features).map((feature) => [feature, ...languages.map(() => 'yes')]);
  expect(rows.slice(2)).toEqual(expected);
});
