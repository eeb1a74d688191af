import { expect, test } from 'vitest';
import { createGroupCommit } from '../../../src/adapters/store/groups/group-commit.ts';
import { UnavailableError } from '../../../src/gateway/ports/unavailable.ts';
import { within } from '../../support/until.ts';

/** An error as PostgreSQL reports a lock timeout. */
const lockTimeout = () =>
  Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });

/** The outcome of each item when all are added at once. */
async function endsOf(group: { add(item: number): Promise<number> }, items: readonly number[]) {
  const ends = await within('all items end', Promise.allSettled(items.map((item) => group.add(item))));
  return ends.map(({ status }) => status);
}

test('commits items that arrive together in one group, and later ones in the next', async () => {
  const groups: (readonly number[])[] = [];
  const group = createGroupCommit<number, number>({
    commit: async (items) => {
      groups.push(items);
      if (groups.length === 1) late = group.add(4);
      return items.map((item) => item * 10);
    },
  });
  let late: Promise<number> | undefined;
  expect(await Promise.all([1, 2, 3].map((item) => group.add(item)))).toEqual([10, 20, 30]);
  expect(await late).toBe(40);
  expect(groups).toEqual([[1, 2, 3], [4]]);
});

test('commits no more than the maximum at a time', async () => {
  const sizes: number[] = [];
  const group = createGroupCommit<number, number>({
    most: 2,
    commit: async (items) => {
      sizes.push(items.length);
      return items;
    },
  });
  await Promise.all([1, 2, 3, 4, 5].map((item) => group.add(item)));
  expect(sizes).toEqual([2, 2, 1]);
});

test('fails only the broken item', async () => {
  const group = createGroupCommit<number, number>({
    commit: async (items) => {
      if (items.includes(2)) throw new RangeError('broken');
      return items;
    },
  });
  const ends = await Promise.allSettled([1, 2, 3].map((item) => group.add(item)));
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('a commit that does not answer for each of its items is broken', async () => {
  const groups: (readonly number[])[] = [];
  const group = createGroupCommit<number, number>({
    commit: async (items) => {
      groups.push(items);
      return items.filter((item) => item !== 2);
    },
  });
  expect(await endsOf(group, [1, 2, 3])).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(groups).toEqual([[1, 2, 3], [1], [2], [3]]);
});

test('rejects everything that is queued while the database is unavailable, without a statement for each', async () => {
  const groups: (readonly number[])[] = [];
  let isAway = true;
  const away = new UnavailableError('away');
  const group = createGroupCommit<number, number>({
    most: 2,
    commit: async (items) => {
      groups.push(items);
      if (isAway) throw away;
      return items;
    },
  });
  const ends = await within(
    'all items end',
    Promise.allSettled([1, 2, 3, 4, 5].map((item) => group.add(item))),
  );
  expect(ends).toEqual(Array(5).fill({ status: 'rejected', reason: away }));
  expect(groups).toEqual([[1, 2]]);
  isAway = false;
  expect(await endsOf(group, [6])).toEqual(['fulfilled']);
});

test.each([
  ['first', 1, Array(5).fill('rejected'), [[1]]],
  ['second', 2, ['fulfilled', ...Array(4).fill('rejected')], [[1], [2]]],
])(
  'rejects the rest when the database is unavailable for the %s item that is committed alone',
  async (_which, last, ends, alone) => {
    const groups: (readonly number[])[] = [];
    const group = createGroupCommit<number, number>({
      most: 4,
      commit: async (items) => {
        groups.push(items);
        if (items.length > 1) throw new RangeError('broken');
        if (items.includes(last)) throw new UnavailableError('away');
        return items;
      },
    });
    expect(await endsOf(group, [1, 2, 3, 4, 5])).toEqual(ends);
    expect(groups).toEqual([[1, 2, 3, 4], ...alone]);
  },
);

test('a lock that times out rejects a group whose locks are not known', async () => {
  const groups: (readonly number[])[] = [];
  const group = createGroupCommit<number, number>({
    commit: async (items) => {
      groups.push(items);
      throw lockTimeout();
    },
  });
  const ends = await within('both end', Promise.allSettled([group.add(1), group.add(2)]));
  expect(ends).toEqual(Array(2).fill({ status: 'rejected', reason: lockTimeout() }));
  expect(groups).toEqual([[1, 2]]);
});

test('a lock that times out rejects the items that need it, once for each lock', async () => {
  const groups: (readonly number[])[] = [];
  const group = createGroupCommit<number, number>({
    lockOf: (item) => (item < 10 ? 'held' : 'free'),
    commit: async (items) => {
      groups.push(items);
      if (items.some((item) => item < 10)) throw lockTimeout();
      return items;
    },
  });
  expect(await endsOf(group, [1, 10, 2, 11])).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
  expect(groups).toEqual([
    [1, 10, 2, 11],
    [1, 2],
    [10, 11],
  ]);
});

test('waits for commits in flight', async () => {
  const committed: number[] = [];
  const group = createGroupCommit<number, number>({
    commit: async (items) => {
      committed.push(...items);
      return items;
    },
  });
  const adding = [group.add(1), group.add(2)];
  await group.drain();
  expect(committed).toEqual([1, 2]);
  await Promise.all(adding);
  await group.drain();
});
