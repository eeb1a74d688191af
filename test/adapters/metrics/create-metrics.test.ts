import { expect, test } from 'vitest';
import { createMetrics } from '../../../src/adapters/metrics/create-metrics.ts';
import { observeStore } from '../../../src/adapters/metrics/observe-store.ts';
import { createMemoryStore } from '../../../src/adapters/store/memory/memory-store.ts';
import { newTask } from '../../support/store-contract/samples.ts';

const USD = 1_000_000_000n;

test('counts requests by operation and status, and how long they took', async () => {
  const metrics = createMetrics();
  metrics.requestStarted();
  metrics.requestStarted();
  metrics.requestEnded({ operation: 'getTask', status: 404, seconds: 0.002 });
  const { text, contentType } = await metrics.write();
  expect(contentType).toContain('text/plain');
  expect(text).toContain('gatewright_requests_total{operation="getTask",status="404"} 1');
  expect(text).toContain('gatewright_requests_in_progress 1');
  expect(text).toContain('gatewright_request_duration_seconds_bucket{le="0.001",operation="getTask"} 0');
  expect(text).toContain('gatewright_request_duration_seconds_bucket{le="0.0025",operation="getTask"} 1');
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
});

test('starts its series at zero', async () => {
  const { text } = await createMetrics().write();
  expect(text).toContain('gatewright_tasks_total{outcome="failed"} 0');
  expect(text).toContain('gatewright_callbacks_total{result="delivered"} 0');
  expect(text).toContain('gatewright_holds_total{result="insufficient"} 0');
});

test('counts tasks, holds and callbacks once, as the store changes', async () => {
  const metrics = createMetrics();
  const store = observeStore(createStore(), metrics);
  await store.acceptTask(newTask('task_1', { hold: 6n * USD }));
  await store.acceptTask(newTask('task_2', { hold: 6n * USD }));
  const delivery = {
    taskId: 'task_1',
    accountId: 'alpha',
    url: 'https://h/callback',
    payload: '{}',
    createdAt: 1,
  };
  const outcome = { status: 'success', outputs: [], charge: 2n * USD } as const;
  await store.finishTask('task_1', outcome, { at: 1, delivery });
  await store.finishTask('task_1', outcome, { at: 1, delivery });
  const attempt = { at: 1, durationMs: 5, status: 500 };
  await store.postponeDelivery('task_1', 1);
  await store.recordAttempt('task_1', { attempt, next: { state: 'pending', nextAt: 2 } });
  await store.recordAttempt('task_1', { attempt, next: { state: 'failed' } });
  const hold = { accountId: 'alpha', keyDigest: 'd1', modelId: 'qx3.8-max', amount: USD, createdAt: 1 };
  for (const [id, charge] of [
    ['answer_1', USD],
    ['answer_2', 0n],
  ] as const) {
    await store.hold({ ...hold, id });
    await store.settle(id, charge, 2);
    await store.settle(id, charge, 2);
  }
  const { text } = await metrics.write();
  expect(counts(text, 'tasks_total')).toEqual(['success 1']);
  expect(counts(text, 'holds_total')).toEqual(['accepted 3', 'insufficient 1', 'released 1', 'settled 2']);
  expect(counts(text, 'callbacks_total')).toEqual(['failed 1', 'retried 1']);
});

test('a submission that another one has superseded is counted neither as accepted nor as refused', async () => {
  const metrics = createMetrics();
  const store = observeStore(createStore(), metrics);
  const scope = { accountId: 'alpha', operationId: 'createImage', key: 'order-7' };
  const replay = { scope, claim: 'of a process that took too long', answer: { status: 200, body: {} } };
  expect(await store.acceptTask(newTask('task_1'), replay)).toEqual({ kind: 'superseded' });
  const { text } = await metrics.write();
  expect(counts(text, 'holds_total')).toEqual([]);
  expect(text).not.toContain('superseded');
});

function counts(text: string, name: string): readonly string[] {
  const found = [...text.matchAll(new RegExp(`^gatewright_${name}\\{\\w+="(\\w+)"\\} ([1-9]\\d*)$`, 'gm'))];
  return found.map(([, label, count]) => `${label} ${count}`).sort();
}

function createStore() {
  return createMemoryStore({
    keys: [],
    deposits: { alpha: 10n * USD },
    keepFinished: 10,
    idempotencySeconds: 60,
    schedule: () => {},
  });
}
