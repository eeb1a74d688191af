import { expect, test } from 'vitest';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';

/** Names that a response binds: a value of a row with such a name is overwritten by the first response. */
const BOUND = ['status', 'headers', 'text', 'body', 'events', 'done', 'comments', 'seconds', 'answers'];

const ANSWERED = ['request', 'stream', 'poll', 'parallel', 'submit', 'fetch'];

test('no value of a row is used after a response that binds its name', async () => {
  const { cases } = await readSuite();
  const overwritten = cases.flatMap(({ id, for: rows = [], steps }) => {
    const own = BOUND.filter((name) => Array.isArray(rows) && rows.some((row) => name in row));
    const first = steps.findIndex((step) => ANSWERED.some((kind) => kind in step));
    const sent = steps
      .slice(first + 1)
      .map(({ expect: _expect, save: _save, ...step }) => JSON.stringify(step));
    const isUsed = (name: string): boolean =>
      sent.some((step) => new RegExp(`\\{\\{[^}]*\\b${name}\\b`).test(step));
    return own.filter((name) => name !== 'seconds' && isUsed(name)).map((name) => `${id}: ${name}`);
  });
  expect(overwritten).toEqual([]);
});
