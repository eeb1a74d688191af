import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSecretBox } from '../../src/adapters/platform/create-secret-box.ts';
import type { Job } from '../../src/gateway/ports/queue.ts';
import { openDurable } from '../../src/node/open-durable.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { DAY, newDelivery, newTask, storeSeed, success, USD } from '../support/store-contract/samples.ts';
import { until } from '../support/until.ts';
import { temporaryFolder } from './service.ts';

test('a process goes on with the work of the one before, and returns what its answers held', async () => {
  using temporary = temporaryFolder();
  const clock = createManualClock({ startAt: DAY });
  const faults: unknown[] = [];
  const options = {
    clock,
    reportFault: (error: unknown) => void faults.push(error),
    secretBox: createSecretBox([]),
  };
  const open = () => openDurable({ kind: 'sqlite', folder: temporary.folder }, options);
  const before = await open();
  for (const key of storeSeed.keys) await before.store.saveKey(key);
  await before.store.deposit('alpha', 10n * USD, DAY);
  await before.store.acceptTask(newTask('task_due'));
  await before.store.acceptTask(newTask('task_told'));
  const delivery = newDelivery('task_told');
  await before.store.finishTask('task_told', success(USD), { at: DAY, delivery });
  const answer = { accountId: 'alpha', keyDigest: 'd1', modelId: 'qx3.8-max', amount: USD, createdAt: DAY };
  await before.store.hold({ id: 'hold_1', ...answer });
  await before.stop(0);
  const after = await open();
  const done: Job[] = [];
  after.queue.onDue(async (job) => void done.push(job));
  expect(await after.store.findAccount('alpha')).toMatchObject({ held: 3n * USD });
  await after.start();
  expect(await after.store.findAccount('alpha')).toMatchObject({ held: 2n * USD, used: USD });
  clock.advance(0);
  await nextTurn();
  expect(done).toEqual([]); // nothing is due yet
  clock.advance(90_000);
  await until('the work', () => done.length === 2);
  expect(done.map(({ kind, taskId }) => `${kind} ${taskId}`).toSorted()).toEqual([
    'deliver_callback task_told',
    'finish_task task_due',
  ]);
  await after.stop(0);
  expect(faults).toEqual([]);
});

test('leaves no timer that would keep the process running after it has stopped', async () => {
  using temporary = temporaryFolder();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const options = { clock: createManualClock(), reportFault: () => {}, secretBox: createSecretBox([]) };
  const durable = await openDurable({ kind: 'sqlite', folder: temporary.folder }, options);
  const before = vi.getTimerCount();
  await durable.stop(60_000);
  expect(vi.getTimerCount() - before).toBe(0);
});
