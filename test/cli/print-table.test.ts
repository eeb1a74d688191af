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

const ID = 'task_edcef8e870c8e935df02ba7d7c3391dd';
const headings = ['TASK', 'STATE', 'ATTEMPTS', 'CREATED', 'ADDRESS', 'REASON'];
const rows = [
  [
    ID,
    'discarded',
    '0',
    '2026-11-28T11:55:47.932Z',
    'https://example.com/callback',
    'port 9 is not allowed, only 80 and 443',
  ],
  [ID, 'delivered', '1', '2026-11-28T11:55:47.932Z', 'https://example.com/callback', ''],
];

test('a row is one line without a terminal', () => {
  expect(toTable(['ID', 'USD', 'STATE'], [['a', '10', 'active']], { right: ['USD'], width: undefined })).toBe(
    'ID  USD  STATE\na    10  active\n',
  );
});

test('columns that do not fit continue below, and nothing is lost', () => {
  expect(toTable(headings, rows, { right: ['ATTEMPTS'], width: 80 })).toBe(
    `TASK                                   STATE      ATTEMPTS
  CREATED                   ADDRESS
  REASON
${ID}  discarded         0
  2026-11-28T11:55:47.932Z  https://example.com/callback
  port 9 is not allowed, only 80 and 443
${ID}  delivered         1
  2026-11-28T11:55:47.932Z  https://example.com/callback
`,
  );
});

test('a table that just fits is not folded', () => {
  const table = (width: number) => toTable(['ID', 'STATE'], [['key_1', 'active']], { width });
  expect(table(13)).toBe('ID     STATE\nkey_1  active\n');
  expect(table(12)).toBe('ID\n  STATE\nkey_1\n  active\n');
});

test('a cell that is wider than the terminal has a line of its own, unbroken', () => {
  expect(toTable(['TASK', 'STATE'], [[ID, 'success']], { width: 20 })).toBe(
    `TASK\n  STATE\n${ID}\n  success\n`,
  );
});
