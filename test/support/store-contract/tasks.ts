import { expect, test } from 'vitest';
import { DAY, failed, newTask, type OpenStore, polled, storeSeed, success, USD } from './samples.ts';

const LONG = 'x'.repeat(500_000);
const POLLED = [
  'accountId',
  'createdAt',
  'dueAt',
  'groupRatio',
  'hold',
  'id',
  'keyDigest',
  'linkOrigin',
  'modelId',
  'modelName',
  'operation',
  'prices',
];

/** Tasks are kept, ended once and paid for. */
export function describeTasks(open: OpenStore): void {
  test('stores a task unchanged, and schedules its end', async () => {
    const { store, jobs } = await open(storeSeed);
    const task = newTask('task_1');
    expect(await store.acceptTask(task)).toEqual({ kind: 'accepted' });
    expect(await store.findTask('task_1')).toEqual(polled(task));
    expect(await store.findUnfinishedTask('task_1')).toEqual(task);
    expect(jobs).toEqual([{ job: { kind: 'finish_task', taskId: 'task_1' }, dueAt: DAY + 90_000 }]);
  });

  test('stores the picture of a task apart from what is polled and from its input, and keeps it when the task has ended', async () => {
    const { store } = await open(storeSeed);
    const task = newTask('task_1', { hold: 1n });
    await store.acceptTask({ ...task, picture: 'UklGRg==' });
    await store.acceptTask(newTask('task_2', { hold: 1n }));
    expect(await store.findTask('task_1')).toEqual(polled(task));
    expect(await store.findPicture('task_1')).toBe('UklGRg==');
    expect(await store.findPicture('task_2')).toBeUndefined();
    expect(await store.findPicture('task_\0')).toBeUndefined();
    await store.finishTask('task_1', success(1n), { at: DAY + 90_000 });
    expect(await store.findTask('task_1')).not.toHaveProperty('picture');
    expect(await store.findPicture('task_1')).toBe('UklGRg==');
  });

  test.each([['task_2'], [''], ['task_\0'], ["task_1' or '1'='1"], ['\ud800']])(
    'does not find the unknown task %j',
    async (id) => {
      const { store } = await open(storeSeed);
      await store.acceptTask(newTask('task_1'));
      expect(await store.findTask(id)).toBeUndefined();
      expect(await store.findPicture(id)).toBeUndefined();
      expect(await store.findUnfinishedTask(id)).toBeUndefined();
    },
  );

  test('holds the money of a task, and settles it once', async () => {
    const { store } = await open(storeSeed);
    await store.acceptTask(newTask('task_1'));
    expect(await store.findAccount('alpha')).toMatchObject({ available: 8n * USD, held: 2n * USD, used: 0n });
    expect(await store.finishTask('task_1', success(500_000_000n), { at: DAY + 90_000 })).toBe(true);
    const settled = { available: 9_500_000_000n, held: 0n, used: 500_000_000n };
    expect(await store.findAccount('alpha')).toMatchObject(settled);
    expect(await store.finishTask('task_1', success(USD), { at: DAY + 91_000 })).toBe(false);
    expect(await store.finishTask('task_1', failed, { at: DAY + 91_000 })).toBe(false);
    expect(await store.findAccount('alpha')).toMatchObject(settled);
    expect(await store.findTask('task_1')).toMatchObject({
      finishedAt: DAY + 90_000,
      outcome: { status: 'success', charge: 500_000_000n },
    });
  });

  test('stores an outcome unchanged', async () => {
    const { store } = await open(storeSeed);
    const outcome = {
      status: 'success',
      charge: 1n,
      outputs: [
        {
          kind: 'image',
          tier: '2K',
          drawing: { width: 64, height: 32, format: 'png', prompt: 'Ünï\n', seed: 3, kind: 'picture' },
        },
      ],
    };
    await store.acceptTask(newTask('task_1'));
    await store.finishTask('task_1', outcome as never, { at: DAY }); // any outcome: stores do not look inside
    expect(await store.findTask('task_1')).toEqual({
      ...polled(newTask('task_1')),
      outcome,
      finishedAt: DAY,
    });
  });

  test.each([
    ['failed', failed],
    ['cancelled', { status: 'cancelled', charge: 0n } as const],
  ])('releases the whole hold of a task that %s', async (_status, outcome) => {
    const { store } = await open(storeSeed);
    await store.acceptTask(newTask('task_1'));
    await store.finishTask('task_1', outcome, { at: DAY });
    expect(await store.findAccount('alpha')).toMatchObject({ available: 10n * USD, held: 0n, used: 0n });
    expect(await store.findTask('task_1')).toMatchObject({ outcome });
    expect(await store.listDailyCharges('alpha', 0, DAY * 2)).toEqual([]);
    expect(await store.findKeyUsage('d1')).toEqual({ used: 0n, held: 0n });
  });

  test.each([
    ['success', success(USD)],
    ['failed', failed],
    ['cancelled', { status: 'cancelled', charge: 0n } as const],
  ])('returns the input of a task until it ends (%s)', async (_status, outcome) => {
    const { store } = await open(storeSeed);
    await store.acceptTask(newTask('task_1'));
    await store.acceptTask(newTask('task_2'));
    await store.finishTask('task_1', outcome, { at: DAY });
    expect(await store.findUnfinishedTask('task_1')).toBeUndefined();
    expect(await store.findUnfinishedTask('task_2')).toEqual(newTask('task_2'));
  });

  test('polls do not read the input of a task', async () => {
    const { store } = await open(storeSeed);
    await store.acceptTask(
      newTask('task_1', { request: { model: 'sx-5.0-pro', prompt: LONG, extra: [LONG] } }),
    );
    expect(Object.keys((await store.findTask('task_1')) ?? {}).sort()).toEqual(POLLED);
    await store.finishTask('task_1', success(USD), { at: DAY });
    expect(Object.keys((await store.findTask('task_1')) ?? {}).sort()).toEqual(
      [...POLLED, 'finishedAt', 'outcome'].sort(),
    );
  });

  test('does not end an unknown task', async () => {
    const { store } = await open(storeSeed);
    expect(await store.finishTask('task_9', failed, { at: DAY })).toBe(false);
    expect(await store.findTask('task_9')).toBeUndefined();
  });

  test('accepts the covered ones of concurrent submissions of several accounts, and leaves no trace of the others', async () => {
    const { store, jobs } = await open(storeSeed);
    const submits = [
      newTask('task_1', { hold: 4n * USD }),
      newTask('task_2', { accountId: 'beta', hold: 1n }),
      newTask('task_3', { hold: 7n * USD }),
      newTask('task_4', { accountId: 'nobody', hold: 1n }),
      newTask('task_5', { hold: 6n * USD }),
    ];
    const acceptances = await Promise.all(submits.map((task) => store.acceptTask(task)));
    expect(acceptances).toEqual([
      { kind: 'accepted' },
      { kind: 'insufficient', available: 0n },
      { kind: 'insufficient', available: 6n * USD },
      { kind: 'insufficient', available: 0n },
      { kind: 'accepted' },
    ]);
    expect(jobs.map(({ job }) => job.taskId)).toEqual(['task_1', 'task_5']);
    const found = await Promise.all(submits.map(async ({ id }) => store.findTask(id)));
    expect(found.map((task) => task?.id)).toEqual(['task_1', undefined, undefined, undefined, 'task_5']);
    expect(await store.findAccount('alpha')).toMatchObject({ available: 0n, held: 10n * USD });
    const entries = (await store.listLedger('alpha', 9)).filter(({ kind }) => kind === 'hold');
    expect(entries.map(({ reference }) => reference)).toEqual(['task_5', 'task_1']);
  });

  test('refuses a hold that the balance does not cover, to the last unit', async () => {
    const { store, jobs } = await open(storeSeed);
    const above = newTask('task_1', { hold: 10_000_000_001n });
    expect(await store.acceptTask(above)).toEqual({ kind: 'insufficient', available: 10_000_000_000n });
    expect([await store.findTask('task_1'), jobs, (await store.listLedger('alpha', 10)).length]).toEqual([
      undefined,
      [],
      1,
    ]);
    expect(await store.findAccount('alpha')).toMatchObject({ available: 10n * USD, held: 0n });
    expect(await store.acceptTask(newTask('task_2', { hold: 10n * USD }))).toEqual({ kind: 'accepted' });
    expect(await store.acceptTask(newTask('task_3', { hold: 1n }))).toEqual({
      kind: 'insufficient',
      available: 0n,
    });
    expect(await store.acceptTask(newTask('task_4', { hold: 0n }))).toEqual({ kind: 'accepted' });
  });

  test('accepts exactly as many concurrent tasks as the balance covers', async () => {
    const { store } = await open(storeSeed);
    const tasks = Array.from({ length: 12 }, (_, index) => newTask(`task_${index}`));
    const acceptances = await Promise.all(tasks.map((task) => store.acceptTask(task)));
    expect(acceptances.filter(({ kind }) => kind === 'accepted')).toHaveLength(5);
    expect(await store.findAccount('alpha')).toMatchObject({ available: 0n, held: 10n * USD });
  });

  test('settles once for any number of concurrent finishes', async () => {
    const { store } = await open(storeSeed);
    await store.acceptTask(newTask('task_1'));
    const ends = await Promise.all(
      Array.from({ length: 5 }, () => store.finishTask('task_1', success(USD), { at: DAY })),
    );
    expect(ends.filter(Boolean)).toHaveLength(1);
    expect(await store.findAccount('alpha')).toMatchObject({ used: USD, held: 0n });
  });

  test('refuses a charge above its hold, and harms no other task', async () => {
    const { store } = await open(storeSeed);
    await store.acceptTask(newTask('task_1'));
    await store.acceptTask(newTask('task_2'));
    const [above, fitting] = await Promise.allSettled([
      store.finishTask('task_1', success(2_000_000_001n), { at: DAY }),
      store.finishTask('task_2', success(USD), { at: DAY }),
    ]);
    expect([above.status, fitting]).toEqual(['rejected', { status: 'fulfilled', value: true }]);
    expect(await store.findAccount('alpha')).toMatchObject({
      available: 7n * USD,
      held: 2n * USD,
      used: USD,
    });
    expect((await store.findTask('task_1'))?.outcome).toBeUndefined();
  });
}
