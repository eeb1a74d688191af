import { expect, it } from 'vitest';
import { inBodyOrder } from '../../../src/contract/violations/body-order.ts';

const body = { z: 1, list: [{ b: 1, a: 2 }, {}, 3, 4, 5, 6, 7, 8, 9, 10, 11], 'a/b': 1, a: { x: 1 } };
const at = (path: string) => ({ path, rule: 'probe', message: path });

it('lists violations in the order of the members of the body', () => {
  const want = [
    '',
    '/z',
    '/list',
    '/list/0/b',
    '/list/0/a',
    '/list/0/missing',
    '/list/2',
    '/list/10',
    '/a~1b',
    '/a/x',
    '/missing',
    '/other',
  ];
  const shuffled = ['/missing', '/a/x', '/list/10', '/list/0/missing', '/list/2', '/a~1b', '/list/0/a'];
  const rest = ['/list/0/b', '/other', '/list', '/z', ''];
  expect(inBodyOrder([...shuffled, ...rest].map(at), body).map(({ path }) => path)).toEqual(want);
});

it('keeps the order of checks within one place', () => {
  const first = { path: '/z', rule: 'a', message: 'first' };
  const second = { path: '/z', rule: 'b', message: 'second' };
  expect(inBodyOrder([at('/missing'), first, second], body)).toEqual([first, second, at('/missing')]);
});

it.each([null, 5, 'text', []])('takes %j for a body', (value) => {
  expect(inBodyOrder([at('/n'), at('')], value).map(({ path }) => path)).toEqual(['', '/n']);
});

it('a list comes before its first entry, whichever was found first', () => {
  const [list, entry] = [at('/list'), at('/list/0')];
  expect(inBodyOrder([entry, list], body)).toEqual([list, entry]);
  expect(inBodyOrder([list, entry], body)).toEqual([list, entry]);
});
