import { expect, test } from 'vitest';
import { inFirstEntries } from '../../../src/contract/violations/first-entries.ts';

const error = (instancePath: string) => ({
  instancePath,
  keyword: 'type',
  schemaPath: '#/type',
  params: { type: 'string' },
});
const pathsOf = (paths: readonly string[]) =>
  inFirstEntries(paths.map(error)).map(({ instancePath }) => instancePath);
const entries = (list: string, count: number, rest = '') =>
  Array.from({ length: count }, (_, index) => `${list}/${index}${rest}`);

test('only the first fifty invalid entries of a list count, with everything that is wrong in each', () => {
  const found = entries('/messages', 9000).flatMap((path) => [`${path}/role`, `${path}/content`, path]);
  expect(pathsOf([...found, '/n'])).toEqual([...found.slice(0, 150), '/n']);
});

test('mistakes of the list itself, and of others, count', () => {
  const parts = entries('/messages/3/content', 9000, '/text');
  const found = ['', '/model', ...parts, '/messages/3/content', '/messages/4/content/0', '/stop/0', ''];
  expect(pathsOf(found)).toEqual(['', '/model', ...parts.slice(0, 50), ...found.slice(-4)]);
});

test('a few mistakes are left as they are', () => {
  const found = [...entries('/a', 30), ...entries('/b', 20)].map(error);
  expect(inFirstEntries(found)).toBe(found);
});

test('the outer list counts first', () => {
  const found = entries('/messages', 60).flatMap((path) => entries(`${path}/content`, 60));
  expect(pathsOf(found)).toHaveLength(50 * 50);
});

test('members of an object are not entries', () => {
  const found = Array.from({ length: 60 }, (_, index) => [`/field_${index}`, `/$${index}`]).flat();
  expect(pathsOf(found)).toEqual(found);
});
