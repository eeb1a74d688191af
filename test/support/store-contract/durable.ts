import { expect, test } from 'vitest';
import type { DurableStore } from '../../../src/adapters/store/durable-store.ts';
import type { ApiKey } from '../../../src/gateway/ports/store.ts';
import {
  DAY,
  newDelivery,
  newTask,
  type OpenedStore,
  type StoreSeed,
  storeSeed,
  success,
  USD,
} from './samples.ts';

/** Opens a fresh durable store with a seed. */
export type OpenDurable = (seed: StoreSeed) => Promise<OpenedStore & { readonly store: DurableStore }>;

const answer = { accountId: 'alpha', keyDigest: 'd1', modelId: 'qx3.8-max', amount: USD, createdAt: DAY };

/** What stores that survive their process promise. */
export function describeDurable(open: OpenDurable): void {
  test('lists pending task ends and callbacks', async () => {
    const { store } = await open(storeSeed);
    for (const id of ['task_1', 'task_2', 'task_3']) await store.acceptTask(newTask(id, { hold: 1n }));
    await store.hold({ ...answer, id: 'answer_1', amount: 1n });
    for (const id of ['task_2', 'task_3'])
      await store.finishTask(id, success(1n), { at: DAY, delivery: newDelivery(id, DAY + 3) });
    await store.postponeDelivery('task_2', DAY + 9);
    await store.recordAttempt('task_3', { next: { state: 'discarded', reason: 'no' } });
    expect(await store.listPendingJobs()).toEqual([
      { job: { kind: 'finish_task', taskId: 'task_1' }, dueAt: DAY + 90_000 },
      { job: { kind: 'deliver_callback', taskId: 'task_2' }, dueAt: DAY + 9 },
    ]);
  });

  test('a group that is defined has one ratio and one list of models for all its keys, at once', async () => {
    const { store } = await open(storeSeed);
    const [, vip] = storeSeed.keys;
    const newKey: ApiKey = {
      digest: 'd9',
      accountId: 'alpha',
      models: undefined,
      group: 'vip',
      groupRatio: '1',
    };
    expect(await store.listGroups()).toEqual([]);
    expect(await store.findKey('d2')).toEqual(vip);
    await store.changeGroup('vip', () => ({ name: 'vip', ratio: '0.5', models: ['vxq3'] }));
    await store.changeGroup('trial', () => ({ name: 'trial', ratio: '2', models: undefined }));
    expect(await store.findKey('d2')).toEqual({ ...vip, groupRatio: '0.5', groupModels: ['vxq3'] });
    expect(await store.listKeys()).toContainEqual({ ...vip, groupRatio: '0.5', groupModels: ['vxq3'] });
    expect(await store.findKey('d1')).toEqual(storeSeed.keys[0]);
    await store.changeGroup('vip', () => ({ name: 'vip', ratio: '0.25', models: undefined }));
    expect(await store.findKey('d2')).toEqual({ ...vip, groupRatio: '0.25' });
    await store.saveKey({ ...newKey, groupModels: ['stale'] });
    expect(await store.findKey('d9')).toEqual({ ...newKey, groupRatio: '0.25' });
    expect(await store.listGroups()).toEqual([
      { name: 'trial', ratio: '2', models: undefined },
      { name: 'vip', ratio: '0.25', models: undefined },
    ]);
  });

  test('lists tasks, newest first, by state and account', async () => {
    const { store } = await open({ ...storeSeed, deposits: { alpha: 10n * USD, beta: USD } });
    for (const [index, accountId] of ['alpha', 'alpha', 'alpha', 'beta'].entries()) {
      await store.acceptTask(newTask(`task_${index}`, { accountId, hold: 1n, createdAt: DAY + index }));
    }
    const error = { code: 'task_failed', message: '"status":"success"', type: 'server_error' } as const;
    await store.finishTask('task_0', success(1n), { at: DAY + 9 });
    await store.finishTask('task_1', { status: 'failed', charge: 0n, error }, { at: DAY + 9 });
    const list = async (filter: Partial<Parameters<DurableStore['listTasks']>[0]>) => {
      const tasks = await store.listTasks({ state: undefined, accountId: undefined, limit: 9, ...filter });
      return tasks.map(({ id, outcome }) => [id, outcome?.status]);
    };
    expect(await list({})).toEqual([
      ['task_3', undefined],
      ['task_2', undefined],
      ['task_1', 'failed'],
      ['task_0', 'success'],
    ]);
    expect(await list({ state: 'open', limit: 1 })).toEqual([['task_3', undefined]]);
    expect(await list({ state: 'success' })).toEqual([['task_0', 'success']]);
    expect(await list({ state: 'cancelled' })).toEqual([]);
    expect(await list({ accountId: 'alpha', state: 'open' })).toEqual([['task_2', undefined]]);
  });

  test('schedules a callback that the operator requested, whatever its state, until an attempt was made', async () => {
    const { store, jobs } = await open(storeSeed);
    for (const id of ['task_1', 'task_2', 'task_3']) {
      await store.acceptTask(newTask(id, { hold: 1n }));
      await store.finishTask(id, success(1n), { at: DAY, delivery: newDelivery(id, DAY + 3) });
    }
    await store.recordAttempt('task_2', { next: { state: 'failed' } });
    expect(await store.requestResend('task_9')).toBe(false);
    expect(await store.requestResend('task_1')).toBe(true);
    expect(await store.requestResend('task_2')).toBe(true);
    expect(await store.findDelivery('task_1')).toMatchObject({ state: 'pending', nextAt: DAY + 3 });
    expect(await store.findDelivery('task_2')).not.toHaveProperty('isResendDue');
    const scheduled = jobs.length;
    expect([await store.queueResends(DAY + 7), await store.queueResends(DAY)]).toEqual([2, 0]);
    const due = (taskId: string) => ({ job: { kind: 'deliver_callback', taskId }, dueAt: DAY + 7 });
    expect(jobs.slice(scheduled)).toHaveLength(2);
    expect(jobs.slice(scheduled)).toEqual(expect.arrayContaining([due('task_1'), due('task_2')]));
    expect(await store.findDelivery('task_2')).toMatchObject({ state: 'failed', isResendDue: true });
    await store.postponeDelivery('task_2', DAY + 20);
    expect(await store.findDelivery('task_2')).toMatchObject({ state: 'failed', isResendDue: true });
    expect((await store.listPendingJobs()).map(({ job }) => job.taskId).sort()).toEqual([
      'task_1',
      'task_1',
      'task_2',
      'task_3',
    ]);
    await store.recordAttempt('task_2', {
      attempt: { at: DAY, durationMs: 1, status: 500 },
      next: { state: 'failed' },
    });
    await store.recordAttempt('task_1', {
      attempt: { at: DAY, durationMs: 1, status: 200 },
      next: { state: 'delivered' },
    });
    expect(await store.findDelivery('task_2')).not.toHaveProperty('isResendDue');
    expect((await store.listPendingJobs()).map(({ job }) => job.taskId)).toEqual(['task_3']);
  });

  test('keeps a resend that is requested while another one is running', async () => {
    const { store } = await open(storeSeed);
    await store.acceptTask(newTask('task_1', { hold: 1n }));
    await store.finishTask('task_1', success(1n), { at: DAY, delivery: newDelivery('task_1') });
    await store.requestResend('task_1');
    await store.queueResends(DAY);
    await store.requestResend('task_1');
    await store.recordAttempt('task_1', {
      attempt: { at: DAY, durationMs: 1, status: 200 },
      next: { state: 'delivered' },
    });
    expect(await store.queueResends(DAY)).toBe(1);
  });

  test('releases none of its own holds', async () => {
    const { store } = await open(storeSeed);
    await store.hold({ ...answer, id: 'answer_1' });
    await store.acceptTask(newTask('task_1'));
    expect(await store.releaseAbandonedHolds(DAY)).toBe(0);
    expect(await store.settle('answer_1', USD, DAY)).toBe(true);
    expect(await store.findAccount('alpha')).toMatchObject({
      available: 7n * USD,
      held: 2n * USD,
      used: USD,
    });
  });

  test('releases an idempotency key whose request never finished', async () => {
    const { store } = await open({ ...storeSeed, idempotencySeconds: 1000 });
    const scope = { accountId: 'alpha', operationId: 'createImage', key: 'lost' };
    await store.claimIdempotency(scope, 'b1', 0);
    expect(await store.claimIdempotency(scope, 'b1', 299_999)).toEqual({ kind: 'in_progress' });
    expect(await store.claimIdempotency(scope, 'b2', 300_000)).toMatchObject({ kind: 'claimed' });
  });

  test('confirms that it can write until it is closed', async () => {
    const { store } = await open(storeSeed);
    await expect(store.checkWritable()).resolves.toBeUndefined();
    await store.close();
    await expect(store.checkWritable()).rejects.toThrow();
  });

  test('commits running operations before it closes', async () => {
    const { store } = await open(storeSeed);
    const accepted = store.acceptTask(newTask('task_1'));
    await store.close();
    expect(await accepted).toEqual({ kind: 'accepted' });
  });

  test('keeps accepting tasks while one has an id that is taken', async () => {
    const { store } = await open(storeSeed);
    await store.acceptTask(newTask('task_1', { hold: 1n }));
    const [taken, ...others] = await Promise.allSettled(
      ['task_1', 'task_2', 'task_3'].map((id) => store.acceptTask(newTask(id, { hold: 1n }))),
    );
    expect([taken?.status, ...others.map(({ status }) => status)]).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(await store.findAccount('alpha')).toMatchObject({ held: 3n });
  });
}
