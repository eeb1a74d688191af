import { expect, test } from 'vitest';
import type { DurableStore } from '../../src/adapters/store/durable-store.ts';
import { openPostgresStore } from '../../src/adapters/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../src/adapters/store/sqlite/sqlite-store.ts';
import { type CallbackReceiver, startReceiver } from '../gateway/webhooks/callback-receiver.ts';
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts';
import { newTask, success, USD } from '../support/store-contract/samples.ts';
import { until } from '../support/until.ts';
import { answerCommand, type Place, runForData, startService, temporaryFolder } from './service.ts';

const STARTED = Date.UTC(2026, 10, 20, 12);

/** A folder in which task_open is in progress and task_done has a pending callback to `url`. */
async function fill(folder: string, url: string): Promise<void> {
  await fillStore(await openSqliteStore({ folder, schedule: () => {} }), url);
}

async function fillStore(store: DurableStore, url: string): Promise<void> {
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

test('cancels a running task: the whole hold is released, once', async () => {
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
  expect(again).toMatchObject({ code: 2, err: 'Task task_open has already ended: cancelled.\n' });
  expect(await runForData(place, 'accounts', 'show', 'acme')).toMatchObject({
    available: '4',
    held: '0',
    used: '1',
  });
  expect((await answerCommand(place, 'tasks', 'cancel', 'task_none')).err).toBe(
    'There is no task "task_none". See: gatewright tasks list\n',
  );
});

interface ShownCallback {
  readonly state: string;
  readonly reason?: string;
  readonly attempts: readonly { readonly status?: number; readonly error?: string }[];
}

const showCallback = (place: Place) => runForData<ShownCallback>(place, 'callbacks', 'show', 'task_done');

test('a resend leaves a pending callback pending, and the next service sends it with its own settings', async () => {
  await using receiver = await startReceiver(204);
  using temporary = temporaryFolder();
  const { place, folder } = temporary;
  const url = `${receiver.origin}/callback`;
  await fill(folder, url);
  const owed = { task: 'task_done', state: 'pending', url, attempts: [] };
  expect(await runForData(place, 'callbacks', 'list')).toMatchObject([owed]);
  const scheduled = await runForData(place, 'callbacks', 'resend', 'task_done');
  expect(scheduled).toMatchObject({ ...owed, resend: 'scheduled' });
  expect(await showCallback(place)).toMatchObject(owed);
  expect(receiver.received).toEqual([]);
  await serveUntil(place, receiver, 1);
  expect(receiver.received.map(({ target, body }) => [target, body])).toContainEqual([
    '/callback',
    '{"id":"task_done"}',
  ]);
  expect(await showCallback(place)).toMatchObject({ state: 'delivered' });
  expect((await answerCommand(place, 'callbacks', 'show', 'task_done')).out).toMatch(
    /^task_done {2}delivered .*\nATTEMPTED AT .*\n.* 204\n/,
  );
});

test('a resend of a finished callback is one more attempt, which does not change its state', async () => {
  await using receiver = await startReceiver(204, 500, 200);
  using temporary = temporaryFolder();
  const { place, folder } = temporary;
  await fill(folder, `${receiver.origin}/callback`);
  await serveUntil(place, receiver, 1);
  for (const [tries, statuses] of [
    [2, [204, 500]],
    [3, [204, 500, 200]],
  ] as const) {
    await runForData(place, 'callbacks', 'resend', 'task_done');
    await serveUntil(place, receiver, tries);
    const { state, attempts } = await showCallback(place);
    expect([state, attempts.map(({ status }) => status)]).toEqual(['delivered', statuses]);
  }
});

test('shows why a callback was discarded, and sends it when a service may', async () => {
  await using receiver = await startReceiver(200);
  using temporary = temporaryFolder();
  const { place, folder } = temporary;
  await fill(folder, `${receiver.origin}/callback`);
  {
    await using strict = await startService(place);
    await waitFor(strict.baseUrl, /gatewright_callbacks_total\{result="discarded"\} 1/);
    strict.child.kill('SIGTERM');
    await strict.exit();
  }
  const reason = `port ${new URL(receiver.origin).port} is not allowed, only 80 and 443`;
  expect(await showCallback(place)).toMatchObject({ state: 'discarded', reason, attempts: [] });
  for (const action of [['list'], ['show', 'task_done']])
    expect((await answerCommand(place, 'callbacks', ...action)).out).toContain(reason);
  await runForData(place, 'callbacks', 'resend', 'task_done');
  await serveUntil(place, receiver, 1);
  const delivered = await showCallback(place);
  expect(delivered).toMatchObject({ state: 'delivered', attempts: [{ status: 200 }] });
  expect(delivered).not.toHaveProperty('reason');
});

test('refuses to resend a callback without an address', async () => {
  using temporary = temporaryFolder();
  const { place, folder } = temporary;
  await fill(folder, 'unusable URL: ftp://h.example');
  expect((await answerCommand(place, 'callbacks', 'resend', 'task_done')).err).toBe(
    'The callback of task_done cannot be resent: the URL is not http(s), contains a user name, or is longer than 2048 characters.\n',
  );
  expect((await answerCommand(place, 'callbacks', 'list', '--limit', '0')).err).toContain(
    'must be a whole number from 1 to 10000',
  );
});

test.skipIf(!hasPostgres)('a resend on PostgreSQL is sent by the service that runs', async () => {
  await using receiver = await startReceiver(200, 200);
  const connectionString = await createPostgresDatabase();
  const place: Place = { args: [], env: { DATABASE_URL: connectionString } };
  const store = await openPostgresStore({ connectionString, schedule: () => {} });
  await fillStore(store, `${receiver.origin}/callback`);
  await using _service = await startService(place, '--allow-private-addresses');
  await runForData(place, 'callbacks', 'resend', 'task_done');
  await receiver.arrived(1);
});

/** Runs a service that may call this machine until that many callbacks have arrived and are recorded. */
async function serveUntil(place: Place, receiver: CallbackReceiver, count: number): Promise<void> {
  await using service = await startService(place, '--allow-private-addresses');
  await receiver.arrived(count);
  service.child.kill('SIGTERM');
  expect(await service.exit()).toBe(0);
}

/** Resolves when the metrics of a service have a line. */
async function waitFor(baseUrl: string, line: RegExp): Promise<void> {
  const isThere = async () => line.test(await (await fetch(`${baseUrl}/metrics`)).text());
  await until(`${line} in the metrics`, isThere);
}
