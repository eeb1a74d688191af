import { expect, it } from 'vitest';
import { withoutNulls } from '../../src/contract/without-nulls.ts';

const fields = {
  a: 'plain',
  options: { fields: { n: 'integer' } },
  list: { items: { fields: { url: 'plain' } } },
  plain: { items: 'plain' },
} as const;

const changed: readonly [body: object, want: object][] = [
  [{ a: null, unknown: null }, { unknown: null }],
  [{ options: null, a: 1 }, { a: 1 }],
  [{ options: { n: null, unknown: null } }, { options: { unknown: null } }],
  [{ list: [{ url: null }, { url: 'u' }, 5, null] }, { list: [{}, { url: 'u' }, 5, null] }],
];

it.each(changed)('%j is read as %j', (body, want) => {
  const before = structuredClone(body);
  expect(withoutNulls(fields, body)).toEqual(want);
  expect(body).toEqual(before);
});

it.each([
  { a: 1, unknown: null },
  { options: { n: 1, unknown: null } },
  { options: [null] },
  { options: 'none' },
  { list: [{ url: 'u' }, null] },
  { list: { url: null } },
  { plain: [null] },
])('%j is left as it is', (body) => {
  expect(withoutNulls(fields, body)).toBe(body);
});
