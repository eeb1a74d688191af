import { expect, test } from 'vitest';
import { policies } from '../../generated/policies.ts';
import { nextState, type TaskState } from '../../src/gateway/tasks/task-state.ts';
import { progressAt } from '../../src/gateway/tasks/timeline.ts';
import { createTestGateway, type TestGatewayOptions } from '../support/create-test-gateway.ts';
import { newTask } from '../support/store-contract/samples.ts';

const steps: readonly [from: TaskState, to: TaskState, want: TaskState][] = [
  ['submitted', 'processing', 'processing'],
  ['submitted', 'success', 'success'],
  ['submitted', 'failed', 'failed'],
  ['submitted', 'cancelled', 'cancelled'],
  ['processing', 'success', 'success'],
  ['processing', 'failed', 'failed'],
  ['processing', 'cancelled', 'cancelled'],
  ['processing', 'submitted', 'processing'],
  ['success', 'failed', 'success'],
  ['success', 'cancelled', 'success'],
  ['failed', 'success', 'failed'],
  ['failed', 'processing', 'failed'],
  ['cancelled', 'success', 'cancelled'],
];

test.each(steps)('a step from %s to %s leads to %s', (from, to, want) => {
  expect(nextState(from, to)).toBe(want);
});

test('success, failed and cancelled are terminal, the others are not', () => {
  const states: readonly TaskState[] = ['submitted', 'processing', 'success', 'failed', 'cancelled'];
  const isTerminal = (state: TaskState) =>
    policies.tasks.states.every((to) => nextState(state, to) === state);
  expect(states.filter(isTerminal)).toEqual(['success', 'failed', 'cancelled']);
});

/** A gateway with one task, which takes 90 s. */
async function submitOne(options: TestGatewayOptions = {}) {
  const opened = createTestGateway(options);
  const body = new TextEncoder().encode('{"model":"sx-5-0-pro","prompt":"A paper boat"}');
  const ask = async (method: string, target: string) => {
    const answer = await opened.gateway.handle({
      method,
      target,
      origin: 'http://gateway.example',
      header: (name) => (name === 'authorization' ? 'Bearer sk-alpha' : undefined),
      readBody: async () => body,
      signal: () => undefined,
    });
    return JSON.parse(String(answer.body));
  };
  const id: string = (await ask('POST', '/v1/images/generations')).data[0].task_id;
  return { ...opened, id, poll: () => ask('GET', `/v1/tasks/${id}`) };
}

test('a cancelled task is refunded in full, stays cancelled and cannot be cancelled again', async () => {
  const { gateway, store, advance, faults, id, poll } = await submitOne();
  expect(await store.findAccount('alpha')).toMatchObject({ available: 999_955_000_000n, held: 45_000_000n });
  await advance(30);
  expect(await gateway.cancelTask(id)).toBe(true);
  expect(await gateway.cancelTask(id)).toBe(false);
  await advance(1000);
  expect(await poll()).toMatchObject({ status: 'cancelled', cost: 0, progress: 33, actual_time: 30 });
  expect(await store.findAccount('alpha')).toMatchObject({
    available: 1_000_000_000_000n,
    held: 0n,
    used: 0n,
  });
  expect((await store.listLedger('alpha', 2)).map(({ kind }) => kind)).toEqual(['release', 'hold']);
  expect(await store.findDelivery(id)).toBeUndefined();
  expect(faults).toEqual([]);
});

test('a poll finishes a due task, and none before its time', async () => {
  const { advance, poll } = await submitOne({ ports: { queue: { onDue: () => {} } } });
  await advance(89);
  expect(await poll()).toMatchObject({ status: 'processing', progress: 98, cost: 0 });
  await advance(1);
  expect(await poll()).toMatchObject({ status: 'success', progress: 100, cost: 0.045, actual_time: 90 });
});

test('links expire no later than their task', async () => {
  const startAt = 1_795_132_800_000;
  const { advance, poll } = await submitOne({ startAt, keepSeconds: 60 });
  await advance(90);
  expect((await poll()).result.images[0].expires_at).toBe(1_795_132_800 + 90 + 60);
});

test('progress goes from 0 to 99 while a task runs, even one that takes no time', () => {
  const task = newTask('task_1');
  const { createdAt, dueAt } = task;
  const at = (part: number) => progressAt(task, createdAt + part * (dueAt - createdAt)).progress;
  expect([-1, 0, 0.5, 1, 2].map(at)).toEqual([0, 0, 50, 99, 99]);
  expect(progressAt({ ...task, dueAt: createdAt }, createdAt).progress).toBe(99);
});
