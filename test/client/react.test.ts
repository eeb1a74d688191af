import { expect, expectTypeOf, test } from 'vitest';
import { createClient, type Task, type TaskRecord } from '../../src/client/index.ts';
import { type UseChat, type UseTask, useChat, useTask } from '../../src/client/react/index.ts';

const client = createClient({ baseUrl: 'http://gateway.test', apiKey: 'sk-mock' });
const boat = { model: 'sx-5-0-pro', prompt: 'A boat' } as const;
const messages = [{ role: 'user', content: 'What is a boat?' }] as const;

/** What the compiler has to reject: each call below a directive is an error, otherwise the directive is. */
const refused = [
  // @ts-expect-error a field that the model does not have
  ({ run }: UseTask) => run((signal) => client.images.generate({ ...boat, sise: '1K' }, { signal })),
  // @ts-expect-error a stream is no task
  ({ run }: UseTask) => run(() => client.chat.stream({ model: 'qx3.8-max', messages })),
  // @ts-expect-error the signal is that of the hook
  ({ run }: UseTask) => run(() => client.tasks.resume('task_1'), { signal: AbortSignal.abort() }),
  // @ts-expect-error a whole answer is no stream
  ({ run }: UseChat) => run(() => client.chat.create({ model: 'qx3.8-max', messages })),
];

/** What the compiler has to accept. */
const accepted = [
  ({ run }: UseTask) => run((signal) => client.images.generate(boat, { signal }), { pollMs: 500 }),
  ({ run }: UseTask) => run(() => client.tasks.resume('task_1')),
  ({ run }: UseChat) => run((signal) => client.chat.stream({ model: 'qx3.8-max', messages }, { signal })),
];

test('hooks take what the client returns, and have its types as state', () => {
  expect([refused.length, accepted.length], 'calls that the compiler has judged').toEqual([4, 3]);
  expectTypeOf(useTask).returns.toEqualTypeOf<UseTask>();
  expectTypeOf(useChat).returns.toEqualTypeOf<UseChat>();
  expectTypeOf<UseTask['record']>().toEqualTypeOf<TaskRecord | undefined>();
  expectTypeOf<UseTask['task']>().toEqualTypeOf<Task | undefined>();
  expectTypeOf<UseChat['text']>().toEqualTypeOf<string>();
  expectTypeOf<UseTask['status']>().toEqualTypeOf<'idle' | 'running' | 'done' | 'failed'>();
});
