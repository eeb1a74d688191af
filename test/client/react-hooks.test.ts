import { createElement } from 'react';
import { expect, test } from 'vitest';
import type { AnswerStream, ChatAnswer, ChatChunk, Task, TaskRecord } from '../../src/client/index.ts';
import { useChat, useTask } from '../../src/client/react/index.ts';
import { until } from '../support/until.ts';

/** Mounts a component that renders nothing: all that React needs of a browser for that. */
async function mount<State>(useState: () => State) {
  const window = { HTMLIFrameElement: Object };
  Object.assign(globalThis, { window });
  const { createRoot } = await import('react-dom/client');
  const listens = { addEventListener: () => undefined };
  const ownerDocument = { nodeType: 9, activeElement: null, defaultView: window, ...listens };
  const body = { nodeType: 1, nodeName: 'BODY', tagName: 'BODY', ownerDocument, ...listens };
  const root = createRoot(body as unknown as Element); // what React uses of it
  const rendered: State[] = [];
  root.render(
    createElement(() => {
      rendered.push(useState());
      return null;
    }),
  );
  await until('the first state', () => rendered.length > 0);
  return {
    rendered,
    now: () => rendered.at(-1) as State, // at least one is rendered
    unmount: () => root.unmount(),
    [Symbol.asyncDispose]: async () => {
      root.unmount();
      await settle();
      Reflect.deleteProperty(globalThis, 'window');
    },
  };
}

/** Lets React render what it was told. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const at = (progress: number, status = 'processing') => ({ id: 'task_1', status, progress }) as TaskRecord;

/** A task whose records a test gives, and what the hook told it. */
function heldTask() {
  const end = Promise.withResolvers<TaskRecord>();
  const waits: Parameters<Task['wait']>[0][] = [];
  const wait: Task['wait'] = (options) => {
    waits.push(options);
    return end.promise;
  };
  return { task: { id: 'task_1', wait } as Task, end, waits };
}

/** An answer whose words a test gives. */
function heldAnswer() {
  const words = new TransformStream<ChatChunk, ChatChunk>();
  const writer = words.writable.getWriter();
  const answer = { id: 'chatcmpl-1' } as ChatAnswer;
  const stream = Object.assign(words.readable, { final: async () => answer, abort: () => undefined });
  return {
    stream: stream as unknown as AnswerStream<ChatChunk, ChatAnswer>,
    answer,
    say: (delta: object) => writer.write({ choices: [{ index: 0, delta }] } as unknown as ChatChunk),
    sayUsage: () => writer.write({ choices: [], usage: {} } as unknown as ChatChunk),
    end: () => writer.close(),
  };
}

test('useTask renders the task, each record, and the last one', async () => {
  await using page = await mount(useTask);
  const { now } = page;
  expect(now()).toMatchObject({ status: 'idle', error: undefined, task: undefined, record: undefined });
  const { task, end, waits } = heldTask();
  now().run(() => task, { pollMs: 500, language: 'zh' });
  await until('the task', () => now().task);
  expect(now()).toMatchObject({ status: 'running', task, record: undefined });
  expect(waits).toEqual([
    { pollMs: 500, language: 'zh', signal: expect.any(AbortSignal), onProgress: expect.any(Function) },
  ]);
  waits[0]?.onProgress?.(at(40));
  await until('progress', () => now().record);
  expect(now()).toMatchObject({ status: 'running', record: at(40) });
  end.resolve(at(100, 'success'));
  await until('the end', () => now().status === 'done');
  expect(now()).toMatchObject({ error: undefined, task, record: at(100, 'success') });
});

test('useTask has a failure as its state, and the next run starts from nothing', async () => {
  await using page = await mount(useTask);
  const { now } = page;
  const [first, second] = [heldTask(), heldTask()];
  const failure = new Error('The prompt is rejected.');
  now().run(() => first.task);
  await until('the wait', () => first.waits.length > 0);
  first.waits[0]?.onProgress?.(at(40));
  first.end.reject(failure);
  await until('the failure', () => now().status === 'failed');
  expect(now()).toMatchObject({ error: failure, record: at(40) });
  const submit = Promise.withResolvers<Task>();
  now().run(() => submit.promise);
  await until('the next run', () => now().status === 'running');
  expect(now()).toMatchObject({ error: undefined, task: undefined, record: undefined });
  submit.resolve(second.task);
  await until('the second wait', () => second.waits.length > 0);
});

test('a run leaves the one before, which changes nothing any more', async () => {
  await using page = await mount(useTask);
  const { now } = page;
  const [first, second] = [heldTask(), heldTask()];
  now().run(() => first.task);
  await until('the first', () => now().task === first.task);
  now().run(() => second.task);
  await until('the second', () => now().task === second.task);
  expect([first.waits[0]?.signal?.aborted, second.waits[0]?.signal?.aborted]).toEqual([true, false]);
  first.waits[0]?.onProgress?.(at(70));
  first.end.resolve(at(100, 'success'));
  await settle();
  expect(now()).toMatchObject({ status: 'running', task: second.task, record: undefined });
});

test('cancel ends a run and leaves what was shown; a run that has ended stays', async () => {
  await using page = await mount(useTask);
  const { now } = page;
  const [left, done] = [heldTask(), heldTask()];
  now().run(() => left.task);
  await until('the task', () => now().task);
  now().cancel();
  await until('idle', () => now().status === 'idle');
  expect(left.waits[0]?.signal?.aborted).toBe(true);
  left.end.reject(left.waits[0]?.signal?.reason);
  await settle();
  expect(now()).toMatchObject({ status: 'idle', error: undefined, task: left.task });
  now().run(() => done.task);
  done.end.resolve(at(100, 'success'));
  await until('the end', () => now().status === 'done');
  now().cancel();
  await settle();
  expect(now()).toMatchObject({ status: 'done', record: at(100, 'success') });
});

test('unmounting ends a run, and its functions stay the same while it renders', async () => {
  await using page = await mount(useTask);
  const { task, waits } = heldTask();
  page.now().run(() => task);
  await until('the task', () => page.now().task);
  expect(new Set(page.rendered.map(({ run }) => run)).size).toBe(1);
  expect(new Set(page.rendered.map(({ cancel }) => cancel)).size).toBe(1);
  page.unmount();
  await until('the end of the wait', () => waits[0]?.signal?.aborted);
});

test('useChat renders text and reasoning as they arrive, and the answer', async () => {
  await using page = await mount(useChat);
  const { now } = page;
  expect(now()).toMatchObject({ status: 'idle', text: '', reasoning: '', answer: undefined });
  const { stream, answer, say, sayUsage, end } = heldAnswer();
  const signals: AbortSignal[] = [];
  now().run(async (signal) => {
    signals.push(signal);
    return stream;
  });
  await say({ reasoning_content: 'Boats ' });
  await say({ reasoning_content: 'float.' });
  await say({ content: 'A small ' });
  await until('the first words', () => now().text !== '');
  expect(now()).toMatchObject({
    status: 'running',
    reasoning: 'Boats float.',
    text: 'A small ',
    answer: undefined,
  });
  await say({ content: 'vessel' });
  await sayUsage();
  await end();
  await until('the end', () => now().status === 'done');
  expect(now()).toMatchObject({ reasoning: 'Boats float.', text: 'A small vessel', answer });
  now().cancel();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
