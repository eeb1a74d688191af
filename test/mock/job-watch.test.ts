import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Job, JobHandler } from '../../src/gateway/ports/queue.ts';
import { createJobWatch } from '../../src/mock/job-watch.ts';

/** A watch whose jobs take so many milliseconds, or for ever. */
function watchOf({ patienceMs }: { readonly patienceMs: number }) {
  let handle: JobHandler = async () => {};
  const onDue = (handler: JobHandler) => {
    handle = handler;
  };
  const watch = createJobWatch({ onDue }, { patienceMs });
  const ended: string[] = [];
  watch.onDue(async ({ taskId }) => {
    await (taskId === 'never' ? new Promise(() => {}) : pause(Number(taskId)));
    ended.push(taskId);
  });
  const begin = (...taskIds: readonly string[]) => {
    for (const taskId of taskIds) void handle({ kind: 'finish_task', taskId } satisfies Job);
  };
  return { begin, ended, settle: watch.settle };
}

test('waits for the jobs that were begun, and for no later ones', async () => {
  const { begin, ended, settle } = watchOf({ patienceMs: 5000 });
  begin('30', '10');
  const settled = settle();
  await pause(1);
  begin('never');
  await settled;
  expect(ended).toEqual(['10', '30']);
});

test('is patient as long as jobs end one after the other', async () => {
  const { begin, ended, settle } = watchOf({ patienceMs: 150 });
  begin('80', '160', '240', '320');
  await settle();
  expect(ended).toEqual(['80', '160', '240', '320']);
});

test('gives up on jobs that hang, once', async () => {
  const { begin, ended, settle } = watchOf({ patienceMs: 50 });
  begin('never', '10');
  await settle();
  expect(ended).toEqual(['10']);
  const before = performance.now();
  await settle();
  expect(performance.now() - before).toBeLessThan(40);
});

test('has nothing to wait for where nothing was begun', async () => {
  const { ended, settle } = watchOf({ patienceMs: 5000 });
  await settle();
  expect(ended).toEqual([]);
});
