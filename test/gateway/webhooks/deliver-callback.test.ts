import { expect, test } from 'vitest';
import { createMemoryStore } from '../../../src/adapters/store/memory/memory-store.ts';
import type { CallbackRequest, CallbackResult } from '../../../src/gateway/ports/callback-sender.ts';
import type { Job } from '../../../src/gateway/ports/queue.ts';
import { createCallbackDeliverer } from '../../../src/gateway/webhooks/deliver-callback.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { newTask } from '../../support/store-contract/samples.ts';

const startAt = Date.UTC(2026, 10, 20, 12);
const ok: CallbackResult = { kind: 'answered', status: 200 };

/** A deliverer with a store of pending callbacks; the sender responds as a test says. */
async function openDeliverer(
  count: number,
  send: (request: CallbackRequest) => Promise<CallbackResult> = async () => ok,
) {
  const clock = createManualClock({ startAt });
  const jobs: { readonly job: Job; readonly dueAt: number }[] = [];
  const sent: CallbackRequest[] = [];
  const faults: unknown[] = [];
  const store = createMemoryStore({
    keys: [],
    deposits: { alpha: 1_000_000_000n },
    keepFinished: 10_000,
    idempotencySeconds: 1,
    schedule: (job, dueAt) => jobs.push({ job, dueAt }),
  });
  const ids = Array.from({ length: count }, (_, index) => `task_${index}`);
  for (const taskId of ids) {
    await store.acceptTask(newTask(taskId, { hold: 1n }));
    const delivery = { taskId, accountId: 'alpha', url: 'http://h.example/callback', payload: '{}' };
    await store.finishTask(
      taskId,
      { status: 'success', outputs: [], charge: 0n },
      { at: startAt, delivery: { ...delivery, createdAt: startAt } },
    );
  }
  jobs.length = 0;
  const deliverer = createCallbackDeliverer({
    clock,
    store,
    callbackSender: {
      send: (request) => {
        sent.push(request);
        return send(request);
      },
    },
    reportFault: (error) => faults.push(error),
  });
  return { clock, store, jobs, sent, faults, ids, deliverer };
}

test('sends once when a job is delivered twice, concurrently and afterwards', async () => {
  const { deliverer, sent, store } = await openDeliverer(1);
  await Promise.all([deliverer.deliver('task_0'), deliverer.deliver('task_0')]);
  await deliverer.deliver('task_0');
  expect(sent).toHaveLength(1);
  expect(await store.findDelivery('task_0')).toMatchObject({ state: 'delivered', attempts: [{}] });
});

test('makes no attempt while the secrets cannot be read: the job fails and is retried', async () => {
  const { store, sent, clock } = await openDeliverer(1);
  const away = { ...store, findWebhookSecrets: () => Promise.reject(new Error('the database is away')) };
  const callbackSender = { send: async () => ok };
  const deliverer = createCallbackDeliverer({ clock, store: away, callbackSender, reportFault: () => {} });
  await expect(deliverer.deliver('task_0')).rejects.toThrow('the database is away');
  expect(sent).toEqual([]);
  expect(await store.findDelivery('task_0')).toMatchObject({ state: 'pending', attempts: [] });
});

test('does nothing for a job without a callback', async () => {
  const { deliverer, sent } = await openDeliverer(0);
  await deliverer.deliver('task_0');
  expect(sent).toEqual([]);
});

test('does nothing for a job that is early, and accepts one that is five seconds early', async () => {
  const { deliverer, sent, jobs, clock } = await openDeliverer(1, async () => ({
    kind: 'answered',
    status: 503,
  }));
  await deliverer.deliver('task_0');
  clock.advance(4999);
  await deliverer.deliver('task_0');
  const job = { kind: 'deliver_callback', taskId: 'task_0' };
  expect(sent).toHaveLength(1);
  expect(jobs).toEqual([{ job, dueAt: startAt + 10_000 }]);
  clock.advance(1);
  await deliverer.deliver('task_0');
  expect(sent).toHaveLength(2);
});

test('counts a failure to send as a failed attempt, and reports it', async () => {
  const fault = new Error('a broken sender');
  const { deliverer, store, faults } = await openDeliverer(1, () => Promise.reject(fault));
  await deliverer.deliver('task_0');
  expect(faults).toEqual([fault]);
  expect(await store.findDelivery('task_0')).toMatchObject({
    state: 'pending',
    nextAt: startAt + 10_000,
    attempts: [{ at: startAt, durationMs: 0, error: 'the callback could not be sent' }],
  });
});

test('sends nothing with an invalid secret, and reports it without the secret', async () => {
  const { deliverer, store, faults, sent } = await openDeliverer(1);
  await store.saveWebhookSecrets('alpha', ['hunter2']);
  await deliverer.deliver('task_0');
  expect(sent).toEqual([]);
  expect(faults).toEqual([expect.objectContaining({ name: 'RangeError' })]);
  expect(String(faults[0])).not.toContain('hunter2');
  expect(await store.findDelivery('task_0')).toMatchObject({ state: 'pending', attempts: [{}] });
});

test('does not change a delivery that ended meanwhile', async () => {
  let first: ((result: CallbackResult) => void) | undefined;
  const { deliverer, store, jobs } = await openDeliverer(1, () =>
    first ? Promise.resolve(ok) : new Promise((resolve) => (first = resolve)),
  );
  const slow = deliverer.deliver('task_0');
  while (!first) await new Promise((resolve) => setImmediate(resolve));
  expect(await deliverer.resend('task_0')).toBe(true);
  first({ kind: 'answered', status: 500 });
  await slow;
  expect(await store.findDelivery('task_0')).toMatchObject({
    state: 'delivered',
    attempts: [{ status: 200 }, { status: 500 }],
  });
  expect(jobs).toEqual([]);
});

test('a discarded callback keeps its reason when a resend fails', async () => {
  const results: CallbackResult[] = [
    { kind: 'refused', reason: 'the address is private' },
    { kind: 'answered', status: 500 },
  ];
  const { deliverer, store, jobs } = await openDeliverer(1, async () => results.shift() ?? ok);
  await deliverer.deliver('task_0');
  expect(await deliverer.resend('task_0')).toBe(true);
  expect(await store.findDelivery('task_0')).toMatchObject({
    state: 'discarded',
    reason: 'the address is private',
    attempts: [{ status: 500 }],
  });
  expect(jobs).toEqual([]);
});

test('records nothing for a callback that was removed meanwhile', async () => {
  const { store, clock } = await openDeliverer(1);
  const found = [await store.findDelivery('task_0')];
  const emptied = { ...store, findDelivery: async () => found.shift() };
  const callbackSender = { send: async (): Promise<CallbackResult> => ({ kind: 'answered', status: 500 }) };
  const deliverer = createCallbackDeliverer({ clock, store: emptied, callbackSender, reportFault: () => {} });
  await deliverer.deliver('task_0');
  expect(await store.findDelivery('task_0')).toMatchObject({ state: 'pending', attempts: [] });
});

test('sends eight at a time to one host, queues a thousand and returns the rest to the job queue', async () => {
  const answers: (() => void)[] = [];
  const { deliverer, ids, jobs, store } = await openDeliverer(
    1010,
    () => new Promise((resolve) => answers.push(() => resolve(ok))),
  );
  const deliveries = ids.map((id) => deliverer.deliver(id));
  while (answers.length < 8) await new Promise((resolve) => setImmediate(resolve));
  await Promise.all(deliveries.slice(1008));
  expect(answers).toHaveLength(8);
  expect(await deliverer.resend('task_1009')).toBe(false);
  expect(jobs).toEqual(
    ['task_1008', 'task_1009'].map((taskId) => ({
      job: { kind: 'deliver_callback', taskId },
      dueAt: startAt + 5000,
    })),
  );
  expect(await store.findDelivery('task_1009')).toMatchObject({ state: 'pending', attempts: [] });
  const all = Promise.all(deliveries);
  let over = false;
  void all.then(() => {
    over = true;
  });
  while (!over) {
    for (const answer of answers.splice(0)) answer();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await store.findDelivery('task_1007')).toMatchObject({ state: 'delivered' });
});
