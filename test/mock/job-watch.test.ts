import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Job, JobHandler } from '../../src/gateway/ports/queue.ts';
import { createJobWatch } from '../../src/mock/sessions/job-watch.ts';

const PATIENCE_MS = 5000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A watch whose jobs end on command; time is advanced only by `vi`. */
function openWatch(options: { readonly maxWaitMs?: number } = { maxWaitMs: PATIENCE_MS }) {
  let handle: JobHandler = async () => {};
  const onDue = (handler: JobHandler) => {
    handle = handler;
  };
  const watch = createJobWatch({ onDue }, options);
  const running = new Map<string, () => void>();
  watch.onDue(({ taskId }) => new Promise((resolve) => running.set(taskId, resolve)));
  const begin = (...taskIds: readonly string[]) => {
    for (const taskId of taskIds) void handle({ kind: 'finish_task', taskId } satisfies Job);
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (taskId: string) => {
    running.get(taskId)?.();
    await turn();
  };
  const settle = () => {
    const settling = { isOver: false };
    void watch.settle().then(() => {
      settling.isOver = true;
    });
    return settling;
  };
  return { begin, end, turn, settle };
}

test('waits for running jobs, and for no later ones', async () => {
  const { begin, end, turn, settle } = openWatch();
  begin('first', 'second');
  const settling = settle();
  await turn();
  begin('later');
  await end('second');
  expect(settling.isOver).toBe(false);
  await end('first');
  expect(settling.isOver).toBe(true);
});

test('keeps waiting as long as jobs end one after another', async () => {
  const { begin, end, turn, settle } = openWatch();
  begin('a', 'b', 'c');
  const settling = settle();
  await turn();
  for (const job of ['a', 'b', 'c']) {
    await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1);
    expect(settling.isOver).toBe(false);
    await end(job);
  }
  expect(settling.isOver).toBe(true);
});

test('stops waiting for jobs that hang, once', async () => {
  const { begin, end, turn, settle } = openWatch();
  begin('never', 'soon');
  const settling = settle();
  await turn();
  await end('soon');
  await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1);
  expect(settling.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(settling.isOver).toBe(true);
  const next = settle();
  await turn();
  expect(next.isOver).toBe(true);
});

test('returns immediately when no job is running', async () => {
  const { turn, settle } = openWatch();
  const settling = settle();
  await turn();
  expect(settling.isOver).toBe(true);
});

test('waits for jobs that begin in the same turn', async () => {
  const { begin, end, turn, settle } = openWatch();
  const settling = settle();
  begin('late');
  await turn();
  await turn();
  expect(settling.isOver).toBe(false);
  await end('late');
  expect(settling.isOver).toBe(true);
});

test('waits longer for a job than a callback may take', async () => {
  const { begin, turn, settle } = openWatch({});
  begin('never');
  const settling = settle();
  await turn();
  await vi.advanceTimersByTimeAsync(19_999);
  expect(settling.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(settling.isOver).toBe(true);
});
