import { join } from 'node:path';
import { expect, test } from 'vitest';
import { besidePackage } from '../../src/cli/beside-package.ts';

const user = join('/home', 'mia', 'app');

test.each([
  ['in the current folder', join(user, 'node_modules/gatewright/cli'), user, ''],
  [
    'in a folder above',
    join(user, 'node_modules/gatewright/cli'),
    join(user, 'our-models'),
    ` in ${user}, where gatewright is installed`,
  ],
  [
    'by pnpm',
    join(user, 'node_modules/.pnpm/gatewright@0.1.0/node_modules/gatewright/cli'),
    join(user, 'our-models'),
    ` in ${user}, where gatewright is installed`,
  ],
  ['not at all', join(user, 'src/cli'), join(user, 'our-models'), ''],
])('says where to install a tool when the package is installed %s', (_where, own, current, want) => {
  expect(besidePackage(own, current)).toBe(want);
});
