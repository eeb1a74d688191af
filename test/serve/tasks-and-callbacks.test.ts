import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/store/sqlite-store.ts';
import { newTask, success, USD } from '../support/store-contract/samples.ts';
import { answerCommand, runForData, temporaryFolder } from './service.ts';

const STARTED = Date.UTC(2026, 10, 20, 12);

/** A folder in which task_open is under way and task_done owes a callback to `url`. */
async function fill(folder: string, url: string): Promise<void> {
  const store = await openSqliteStore({ folder, schedule: () => {} });
  await store.deposit('acme', 5n * USD, STARTED);
  for (const id of ['task_open', 'task_done']) {
    await store.acceptTask(
      newTask(id, { accountId: 'acme', hold: USD, createdAt: STARTED, dueAt: STARTED + 90_000 }),
    );
  }
  const delivery = {
    taskId: 'task_done',
    accountId: 'acme',
    url,
    payload: '{"id":"task_done"}',
    createdAt: STARTED,
  };
  await store.finishTask('task_done', success(USD), { at: STARTED + 90_000, delivery });
  await store.close();
}

test('cancels a task that is under way: the whole hold goes back, once', async () => {
  using temporary = temporaryFolder();
  const { place, folder } = temporary;
  await fill(folder, 'http://127.0.0.1:9/callback');
  expect(await runForData(place, 'tasks', 'show', 'task_open')).toMatchObject({ held: '1', charged: '0' });
  expect(await runForData(place, 'tasks', 'cancel', 'task_open')).toMatchObject({
    status: 'cancelled',
    held: '0',
    charged: '0',
  });
  const again = await answerCommand(place, 'tasks', 'cancel', 'task_open');
  expect(again).toMatchObject({ code: 2, err: 'Task task_open has ended already: cancelled.\n' });
  expect(await runForData(place, 'accounts', 'show', 'acme')).toMatchObject({
    available: '4',
    held: '0',
    used: '1',
  });
  expect((await answerCommand(place, 'tasks', 'cancel', 'task_none')).err).toBe(
    'There is no task "task_none".\n',
  );
});

test('lists callbacks, and sends one again with its try recorded', async () => {
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => received.push(`${request.url} ${chunk.toString()}`));
    request.on('end', () => response.writeHead(204).end());
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/callback`; // a listening TCP server has one
  using temporary = temporaryFolder();
  const { place, folder } = temporary;
  await fill(folder, url);
  expect(await runForData(place, 'callbacks', 'list')).toMatchObject([
    { task: 'task_done', state: 'pending', url, attempts: [] },
  ]);
  const sent = await runForData(place, 'callbacks', 'resend', 'task_done', '--allow-private-addresses');
  expect(sent).toMatchObject({ state: 'delivered', attempts: [{ status: 204 }] });
  expect(received).toEqual(['/callback {"id":"task_done"}']);
  expect((await answerCommand(place, 'callbacks', 'show', 'task_done')).out).toMatch(
    /^task_done {2}delivered .*\nTRIED AT .*\n.* 204\n$/,
  );
  receiver.close();
});

test('a private address is not called unless that is allowed', async () => {
  using temporary = temporaryFolder();
  const { place, folder } = temporary;
  await fill(folder, 'http://127.0.0.1:9/callback');
  const sent = await runForData<{ state: string }>(place, 'callbacks', 'resend', 'task_done');
  expect(sent.state).toBe('discarded');
  expect((await answerCommand(place, 'callbacks', 'list', '--limit', '0')).err).toContain(
    'ask for 1 to 10000',
  );
});
