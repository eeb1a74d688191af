import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { guides, listGuides } from '../../../scripts/docs/navigation.ts';
import { toSiteLinks } from '../../../scripts/docs/pages/site-links.ts';

const root = resolve(import.meta.dirname, '../../..');
const place = {
  folder: 'docs/decisions',
  page: 'decisions/money.md',
  known: new Set(['mock.md', 'decisions/index.md', 'decisions/money.md', 'changelog.md']),
  served: new Set(['openapi.yaml']),
};

test.each([
  ['a page', '../mock.md#speed', '../mock.md#speed'],
  ['a folder with a README', 'README.md', './index.md'],
  ['a page that the site does not have', '../adding-a-model.md', 'blob/main/docs/adding-a-model.md'],
  ['the changes', '../../CHANGELOG.md', '../changelog.md'],
  ['a file that the site serves', '../../generated/openapi.yaml', '/openapi.yaml'],
  [
    'a file that the site serves, from a page of the package',
    'https://github.com/gatewright/gatewright/blob/main/generated/openapi.yaml',
    '/openapi.yaml',
  ],
  [
    'a folder of the repository, from a page of the package',
    'https://github.com/gatewright/gatewright/blob/main/generated/workflows',
    'tree/main/generated/workflows',
  ],
  ['a file of the repository', '../../src/cli/run.ts', 'blob/main/src/cli/run.ts'],
  ['a folder of the repository', '../../deploy/kubernetes', 'tree/main/deploy/kubernetes'],
  ['the table of errors', '../../openapi/errors.yaml', '../errors/index.md'],
  ['an error', '../../openapi/errors.yaml#rate_limited', '../errors/rate_limited.md'],
  ['the models', '../../schemas/models', '../models/index.md'],
  ['a picture', '../images/flow.svg', '../images/flow.svg'],
  ['another host', 'https://example.com/a.md', 'https://example.com/a.md'],
  ['the same page', '#measured', '#measured'],
])('a link to %s', (_name, given, want) => {
  const [, link = ''] = /\]\((.*)\)/.exec(toSiteLinks(`[text](${given})`, place)) ?? [];
  expect(link.replace('https://github.com/gatewright/gatewright/', '')).toBe(want);
});

test('every guide is in the navigation once', () => {
  const listed = listGuides(guides);
  const written = globSync('*.md', { cwd: join(root, 'docs') });
  expect(listed.filter((path) => !path.includes('/')).sort()).toEqual(written.sort());
});
