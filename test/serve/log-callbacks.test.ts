import { expect, test } from 'vitest';
import { createMemoryStore } from '../../src/adapters/store/memory/memory-store.ts';
import type { Store } from '../../src/gateway/ports/store.ts';
import { logCallbacks } from '../../src/node/log-callbacks.ts';
import { newDelivery, newTask, success } from '../support/store-contract/samples.ts';

const AT = Date.UTC(2026, 10, 20, 12);

function openMemory() {
  return createMemoryStore({
    keys: [],
    deposits: { alpha: 100n },
    keepFinished: 10,
    idempotencySeconds: 1,
    schedule: () => {},
  });
}

test('logs failed attempts and abandoned callbacks, and nothing for those that arrive', async () => {
  const warnings: unknown[] = [];
  const memory = openMemory();
  const store = logCallbacks(memory, { warning: (message, facts) => void warnings.push([message, facts]) });
  for (const id of ['task_1', 'task_2', 'task_3']) {
    await store.acceptTask(newTask(id, { hold: 1n }));
    await store.finishTask(id, success(1n), { at: AT, delivery: newDelivery(id) });
  }
  const attempt = { at: AT, durationMs: 5 } as const;
  await store.recordAttempt('task_1', {
    attempt: { ...attempt, status: 500 },
    next: { state: 'pending', nextAt: AT + 10_000 },
  });
  await store.recordAttempt('task_1', {
    attempt: { ...attempt, error: 'connection refused' },
    next: { state: 'failed' },
  });
  await store.recordAttempt('task_2', { attempt: { ...attempt, status: 204 }, next: { state: 'delivered' } });
  await store.recordAttempt('task_3', { next: { state: 'discarded', reason: 'the address is private' } });
  await store.postponeDelivery('task_3', AT);
  expect(warnings).toEqual([
    ['callback attempt failed', { task: 'task_1', answer: 500, nextTry: '2026-11-20T12:00:10.000Z' }],
    ['callback abandoned', { task: 'task_1', answer: 'connection refused' }],
    ['callback discarded', { task: 'task_3', why: 'the address is private' }],
  ]);
  expect((await memory.findDelivery('task_2'))?.state).toBe('delivered');
});

test('logs no attempt that the store did not record', async () => {
  const warnings: string[] = [];
  const memory = openMemory();
  const failing: Store = { ...memory, recordAttempt: () => Promise.reject(new Error('no disk')) };
  const store = logCallbacks(failing, { warning: (message) => void warnings.push(message) });
  await expect(store.recordAttempt('task_1', { next: { state: 'failed' } })).rejects.toThrow('no disk');
  expect(warnings).toEqual([]);
});
