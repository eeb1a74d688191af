import { expect, test } from 'vitest';
import { DAY, newDelivery, newTask, type OpenStore, storeSeed, success } from './samples.ts';

/** Callbacks are pending from the moment their task has ended. */
export function describeDeliveries(open: OpenStore): void {
  const openWithDelivery = async (ids: readonly string[] = ['task_1']) => {
    const opened = await open(storeSeed);
    for (const id of ids) {
      await opened.store.acceptTask(newTask(id, { hold: 1n }));
      const end = { at: DAY + 90_000, delivery: newDelivery(id) };
      await opened.store.finishTask(id, success(1n), end);
    }
    return opened;
  };

  test('stores the callback of a finished task, and schedules it', async () => {
    const { store, jobs } = await openWithDelivery();
    expect(await store.findDelivery('task_1')).toEqual({
      ...newDelivery('task_1'),
      state: 'pending',
      attempts: [],
      nextAt: DAY + 90_000,
    });
    expect(jobs.at(-1)).toEqual({ job: { kind: 'deliver_callback', taskId: 'task_1' }, dueAt: DAY + 90_000 });
  });

  test('stores one callback however often a task is finished', async () => {
    const { store, jobs } = await openWithDelivery();
    const again = { ...newDelivery('task_1'), payload: 'another' };
    await store.finishTask('task_1', success(1n), { at: DAY, delivery: again });
    expect((await store.findDelivery('task_1'))?.payload).toBe(newDelivery('task_1').payload);
    expect(jobs.filter(({ job }) => job.kind === 'deliver_callback')).toHaveLength(1);
  });

  test('stores nothing for a task without a callback', async () => {
    const { store } = await open(storeSeed);
    await store.acceptTask(newTask('task_1'));
    await store.finishTask('task_1', success(1n), { at: DAY });
    expect(await store.findDelivery('task_1')).toBeUndefined();
    expect(await store.listDeliveries(9)).toEqual([]);
  });

  test('records an attempt, and schedules the next one', async () => {
    const { store, jobs } = await openWithDelivery();
    const first = { at: DAY + 90_000, durationMs: 12, status: 503 };
    const second = { at: DAY + 100_000, durationMs: 10_000, error: 'timeout' };
    await store.recordAttempt('task_1', {
      attempt: first,
      next: { state: 'pending', nextAt: DAY + 100_000 },
    });
    expect(jobs.at(-1)).toEqual({
      job: { kind: 'deliver_callback', taskId: 'task_1' },
      dueAt: DAY + 100_000,
    });
    expect(await store.findDelivery('task_1')).toMatchObject({ attempts: [first], nextAt: DAY + 100_000 });
    const scheduled = jobs.length;
    await store.recordAttempt('task_1', { attempt: second, next: { state: 'failed' } });
    expect(await store.findDelivery('task_1')).toEqual({
      ...newDelivery('task_1'),
      state: 'failed',
      attempts: [first, second],
    });
    expect(jobs).toHaveLength(scheduled);
  });

  test('postpones an attempt without recording one', async () => {
    const { store, jobs } = await openWithDelivery();
    await store.postponeDelivery('task_1', DAY + 95_000);
    expect(await store.findDelivery('task_1')).toMatchObject({ attempts: [], nextAt: DAY + 95_000 });
    expect(jobs.at(-1)?.dueAt).toBe(DAY + 95_000);
  });

  test('discards a callback without an attempt', async () => {
    const { store } = await openWithDelivery();
    const reason = 'port 8080 is not allowed';
    await store.recordAttempt('task_1', { next: { state: 'discarded', reason } });
    const delivery = await store.findDelivery('task_1');
    expect(delivery).toEqual({ ...newDelivery('task_1'), state: 'discarded', reason, attempts: [] });
  });

  test('clears the reason of a discarded callback that is delivered eventually', async () => {
    const { store } = await openWithDelivery();
    const attempt = { at: DAY, durationMs: 1, status: 200 };
    await store.recordAttempt('task_1', { next: { state: 'discarded', reason: 'port 8080' } });
    await store.recordAttempt('task_1', { attempt, next: { state: 'delivered' } });
    const delivery = await store.findDelivery('task_1');
    expect(delivery).toEqual({ ...newDelivery('task_1'), state: 'delivered', attempts: [attempt] });
  });

  test('postpones the job of a finished callback without changing its state', async () => {
    const { store, jobs } = await openWithDelivery();
    await store.recordAttempt('task_1', { next: { state: 'failed' } });
    await store.postponeDelivery('task_1', DAY + 95_000);
    const delivery = await store.findDelivery('task_1');
    expect(delivery).toEqual({ ...newDelivery('task_1'), state: 'failed', attempts: [] });
    expect(jobs.at(-1)?.dueAt).toBe(DAY + 95_000);
  });

  test('records nothing for an unknown callback', async () => {
    const { store } = await openWithDelivery();
    await store.recordAttempt('task_9', {
      attempt: { at: DAY, durationMs: 1, status: 200 },
      next: { state: 'delivered' },
    });
    await store.postponeDelivery('task_9', DAY);
    expect(await store.findDelivery('task_9')).toBeUndefined();
  });

  test('records attempts of many callbacks at once', async () => {
    const ids = ['task_1', 'task_2', 'task_3', 'task_4'];
    const { store, jobs } = await openWithDelivery(ids);
    const scheduled = jobs.length;
    const tried = (status: number) => ({ at: DAY, durationMs: 1, status });
    await Promise.all([
      store.recordAttempt('task_1', { attempt: tried(200), next: { state: 'delivered' } }),
      store.recordAttempt('task_9', { attempt: tried(200), next: { state: 'delivered' } }),
      store.recordAttempt('task_2', { attempt: tried(503), next: { state: 'pending', nextAt: DAY + 7 } }),
      store.recordAttempt('task_3', { attempt: tried(204), next: { state: 'delivered' } }),
      store.recordAttempt('task_4', { next: { state: 'discarded', reason: 'no' } }),
      store.recordAttempt('task_2', { attempt: tried(500), next: { state: 'failed' } }),
    ]);
    const found = await Promise.all(ids.map((id) => store.findDelivery(id)));
    expect(
      found.map((delivery) => [delivery?.state, delivery?.attempts.map(({ status }) => status)]),
    ).toEqual([
      ['delivered', [200]],
      ['failed', [503, 500]],
      ['delivered', [204]],
      ['discarded', []],
    ]);
    expect(jobs.slice(scheduled).every(({ job }) => job.taskId === 'task_2')).toBe(true);
    expect(await store.findDelivery('task_9')).toBeUndefined();
  });

  test('schedules the next attempt of each failed callback of a group', async () => {
    const ids = ['task_1', 'task_2', 'task_3', 'task_4', 'task_5'];
    const { store, jobs } = await openWithDelivery(ids);
    const scheduled = jobs.length;
    const tried = { at: DAY, durationMs: 1, status: 503 };
    // The first three are alike, the fourth is due later, and the last was postponed without an attempt.
    const dueAt = (id: string) => DAY + 100_000 + (id === 'task_4' ? 20_000 : 0);
    await Promise.all(
      ids.map((id) =>
        id === 'task_5'
          ? store.postponeDelivery(id, dueAt(id))
          : store.recordAttempt(id, { attempt: tried, next: { state: 'pending', nextAt: dueAt(id) } }),
      ),
    );
    expect(jobs.slice(scheduled)).toEqual(
      expect.arrayContaining(
        ids.map((taskId) => ({ job: { kind: 'deliver_callback', taskId }, dueAt: dueAt(taskId) })),
      ),
    );
    expect(jobs).toHaveLength(scheduled + ids.length);
    for (const id of ids)
      expect(await store.findDelivery(id)).toMatchObject({
        state: 'pending',
        nextAt: dueAt(id),
        attempts: id === 'task_5' ? [] : [tried],
      });
  });

  test('lists callbacks with their attempts, newest first', async () => {
    const { store } = await openWithDelivery(['task_1', 'task_2', 'task_3']);
    const attempt = { at: DAY, durationMs: 1, status: 204 };
    await store.recordAttempt('task_2', { attempt, next: { state: 'delivered' } });
    const listed = await store.listDeliveries(2);
    expect(listed.map(({ taskId, attempts }) => [taskId, attempts])).toEqual([
      ['task_3', []],
      ['task_2', [attempt]],
    ]);
    const idsIn = async (state: 'pending' | 'delivered' | 'failed') =>
      (await store.listDeliveries(9, state)).map(({ taskId }) => taskId);
    expect(await idsIn('pending')).toEqual(['task_3', 'task_1']);
    expect(await idsIn('delivered')).toEqual(['task_2']);
    expect(await idsIn('failed')).toEqual([]);
  });
}
