import { expect, test } from 'vitest';
import { toTable } from '../../src/cli/print-table.ts';

test('columns are as wide as their longest cell, some end on the right, and no line ends in spaces', () => {
  const rows = [
    ['alpha', '5', 'active'],
    ['b', '12.50', ''],
  ];
  expect(toTable(['account', 'usd', 'state'], rows, { right: ['usd'] })).toBe(
    'account    usd  state\nalpha        5  active\nb        12.50\n',
  );
});
