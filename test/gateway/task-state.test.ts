import { expect, test } from 'vitest';
import { policies } from '../../generated/policies.ts';
import { nextState, type TaskState } from '../../src/gateway/tasks/task-state.ts';
import { createTestGateway } from '../support/create-test-gateway.ts';

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

test('a cancelled task is refunded in full, stays cancelled and cannot be cancelled again', async () => {
  const { gateway, store, advance } = createTestGateway();
  const body = new TextEncoder().encode('{"model":"sx-5-0-pro","prompt":"A paper boat"}');
  const ask = (method: string, target: string) =>
    gateway.handle({
      method,
      target,
      origin: 'http://gateway.example',
      header: (name) => (name === 'authorization' ? 'Bearer sk-alpha' : undefined),
      readBody: async () => body,
      signal: () => undefined,
    });
  const submitted = await ask('POST', '/v1/images/generations');
  const id = JSON.parse(String(submitted.body)).data[0].task_id;
  expect(await store.findAccount('alpha')).toMatchObject({ available: 999_955_000_000n, held: 45_000_000n });
  expect(await gateway.cancelTask(id)).toBe(true);
  expect(await gateway.cancelTask(id)).toBe(false);
  await advance(1000);
  expect(JSON.parse(String((await ask('GET', `/v1/tasks/${id}`)).body))).toMatchObject({
    status: 'cancelled',
    cost: 0,
  });
  expect(await store.findAccount('alpha')).toMatchObject({
    available: 1_000_000_000_000n,
    held: 0n,
    used: 0n,
  });
  expect((await store.listLedger('alpha', 2)).map(({ kind }) => kind)).toEqual(['release', 'hold']);
  expect(await store.findDelivery(id)).toBeUndefined();
});
