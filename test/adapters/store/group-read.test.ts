import { expect, test } from 'vitest';
import { createGroupRead } from '../../../src/adapters/store/groups/group-read.ts';
import { UnavailableError } from '../../../src/gateway/ports/unavailable.ts';
import { within } from '../../support/until.ts';

test('reads ids requested together in one statement, and later ones in the next', async () => {
  const statements: (readonly string[])[] = [];
  const find = createGroupRead<string>(async (ids) => {
    statements.push(ids);
    if (statements.length === 1) late = find('d');
    return new Map(ids.map((id) => [id, id.toUpperCase()]));
  });
  let late: Promise<string | undefined> | undefined;
  expect(await Promise.all(['a', 'b', 'a', 'c'].map(find))).toEqual(['A', 'B', 'A', 'C']);
  expect(await late).toBe('D');
  expect(statements).toEqual([['a', 'b', 'c', 'c'], ['d']]);
});

test('runs one statement at a time', async () => {
  const statements: PromiseWithResolvers<void>[] = [];
  const find = createGroupRead<string>(async (ids) => {
    const statement = Promise.withResolvers<void>();
    statements.push(statement);
    await statement.promise;
    return new Map(ids.map((id) => [id, id]));
  });
  const first = find('a');
  await new Promise(setImmediate);
  const second = find('b');
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(statements).toHaveLength(1);
  statements[0]?.resolve();
  await first;
  await new Promise(setImmediate);
  expect(statements).toHaveLength(2);
  statements[1]?.resolve();
  expect(await second).toBe('b');
});

test('starts no statement before it was requested, so that no result is stale', async () => {
  let value = 'old';
  const find = createGroupRead<string>(async (ids) => {
    const seen = value;
    await new Promise(setImmediate);
    return new Map(ids.map((id) => [id, seen]));
  });
  const before = find('key');
  await new Promise(setImmediate);
  value = 'new';
  const after = find('key');
  expect([await before, await after]).toEqual(['old', 'new']);
});

test('returns undefined for an id without a row, and uses few list lengths', async () => {
  const lengths: number[] = [];
  const find = createGroupRead<string>(async (ids) => {
    lengths.push(ids.length);
    return new Map(ids.includes('3') ? [['3', 'three']] : []);
  }, 6);
  const rows = await Promise.all(['1', '2', '3', '4', '5', '6', '7', '8', '9'].map(find));
  expect(rows).toEqual([undefined, undefined, 'three', ...Array(6).fill(undefined)]);
  expect(lengths).toEqual([8, 4]);
});

test('fails the reads of one group, and serves the next ones', async () => {
  let isDown = true;
  const find = createGroupRead<string>(async (ids) => {
    if (isDown) throw new RangeError('down');
    return new Map(ids.map((id) => [id, id]));
  });
  const ends = await Promise.allSettled([find('a'), find('b')]);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isDown = false;
  expect(await find('a')).toBe('a');
});

test('rejects everything that is queued while the database is unavailable, without a statement for each', async () => {
  let statements = 0;
  const find = createGroupRead<string>(async () => {
    statements += 1;
    throw new UnavailableError('away');
  }, 2);
  const ends = await within('all reads end', Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(find)));
  expect(ends.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  expect(statements).toBe(1);
});
