import { expect, test } from 'vitest';
import { packageCatalogue } from '../../../src/contract/catalogue.ts';
import type { Task, TaskOutcome } from '../../../src/gateway/ports/store.ts';
import { toTaskRecord } from '../../../src/gateway/tasks/task-record.ts';
import { newDelivery } from '../../../src/gateway/webhooks/new-delivery.ts';
import { newTask } from '../../support/store-contract/samples.ts';

const at = Date.UTC(2026, 10, 20, 12);
const translator = { translate: async () => 'translated' };
const error = { code: 'task_failed', message: 'It failed.', type: 'server_error' };

function ended(outcome: TaskOutcome, request: Record<string, unknown> = {}) {
  const webhook = 'https://h.example/hooks';
  const task = {
    ...newTask('task_1'),
    request: { model: 'sx-5-0-pro', prompt: 'A boat', webhook, ...request },
  };
  const ended: Task = { ...task, outcome, finishedAt: at };
  const record = toTaskRecord(ended, { catalogue: packageCatalogue, now: at });
  return { task, status: outcome.status, record: () => record, createdAt: at };
}

test('creates a callback for a failure, with the exact text of the record', async () => {
  const end = ended({ status: 'failed', error, charge: 0n });
  expect(await newDelivery(end, translator)).toEqual({
    taskId: 'task_1',
    accountId: end.task.accountId,
    url: 'https://h.example/hooks/callback',
    payload: JSON.stringify(end.record()),
    createdAt: at,
  });
});

test('creates none for a cancelled task, nor without an address', async () => {
  const failed: TaskOutcome = { status: 'failed', error, charge: 0n };
  const ends = [
    ended({ status: 'cancelled', charge: 0n }),
    ended(failed, { webhook: undefined }),
    ended(failed, { webhook: '' }),
    ended(failed, { webhook: '\n' }),
    ended(failed, { webhook: 7 }),
    ended(failed, { webhook: ['https://h.example'] }),
  ];
  expect(await Promise.all(ends.map((end) => newDelivery(end, translator)))).toEqual(
    ends.map(() => undefined),
  );
});

test('changes only the text of a failure, and never the record', async () => {
  const end = ended({ status: 'failed', error, charge: 0n }, { language: 'ja' });
  const before = JSON.stringify(end.record());
  const delivery = await newDelivery(end, translator);
  expect(delivery?.payload).toBe(before.replace('It failed.', 'translated'));
  expect(JSON.stringify(end.record())).toBe(before);
});

test.each([{}, { param: '/image_urls/0' }])('has the failure with %j translated', async (field) => {
  const failure = { ...error, ...field };
  const end = ended({ status: 'failed', error: failure, charge: 0n }, { language: 'ja' });
  const asked: unknown[] = [];
  const translate = async (...given: unknown[]) => String(asked.push(given));
  await newDelivery(end, { translate });
  expect(asked).toStrictEqual([[failure, 'ja']]);
});

test('accepts any value of language', async () => {
  for (const language of [7, null, {}, ['zh'], 'x'.repeat(100_000)]) {
    const end = ended({ status: 'failed', error, charge: 0n }, { language });
    expect((await newDelivery(end, translator))?.payload).toBe(JSON.stringify(end.record()));
  }
});
