import { expect, test } from 'vitest';
import type { DurableStore } from '../../src/adapters/store/durable-store.ts';
import { openPostgresStore } from '../../src/adapters/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../src/adapters/store/sqlite/sqlite-store.ts';
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts';
import { newDelivery, newTask, success } from '../support/store-contract/samples.ts';
import { until } from '../support/until.ts';
import { call, submitImage } from './client.ts';
import {
  answerCommand,
  type Place,
  runForData,
  type Service,
  startService,
  temporaryFolder,
} from './service.ts';

const DAY_MS = 86_400_000;
const OLD = Array.from({ length: 230 }, (_, index) => `task_old_${index}`);

interface Account {
  readonly available: string;
  readonly held: string;
  readonly used: string;
}

/** 230 tasks from eleven days ago, one with a pending callback, and one from nine days ago; a nano-dollar each. */
async function fill(store: DurableStore): Promise<void> {
  const end = async (id: string, daysAgo: number) => {
    const at = Date.now() - daysAgo * DAY_MS;
    await store.acceptTask(newTask(id, { accountId: 'acme', hold: 3n, createdAt: at - 1000, dueAt: at }));
    const delivery = { ...newDelivery(id, at), accountId: 'acme' };
    await store.finishTask(id, success(1n), { at, delivery });
  };
  for (const id of OLD) {
    await end(id, 11);
    await store.recordAttempt(id, {
      attempt: { at: 0, durationMs: 1, status: 200 },
      next: { state: 'delivered' },
    });
  }
  await end('task_owed', 11);
  await store.postponeDelivery('task_owed', Date.now() + DAY_MS);
  await end('task_recent', 9);
  await store.recordAttempt('task_recent', { next: { state: 'failed' } });
  await store.close();
}

async function ask(service: Service, key: string, path: string) {
  const answer = await call(`${service.baseUrl}${path}`, { key });
  return { status: answer.status, body: await answer.json() };
}

/** What polls of old tasks return, what is kept, and that the ledger stays correct while it is summed during submissions. */
async function expectRetention(place: Place, services: readonly Service[], key: string): Promise<void> {
  const [service] = services;
  if (!service) throw new RangeError('There is no service.');
  for (const id of [...OLD.slice(0, 2), ...OLD.slice(-2)])
    await until(`${id} is removed`, async () => (await ask(service, key, `/v1/tasks/${id}`)).status === 404);
  const [removed, unknown] = [
    await ask(service, key, `/v1/tasks/${OLD[0]}`),
    await ask(service, key, '/v1/tasks/task_never'),
  ];
  expect(JSON.stringify(removed).replaceAll(String(OLD[0]), 'task_never')).toBe(JSON.stringify(unknown));
  for (const id of ['task_owed', 'task_recent'])
    expect(await ask(service, key, `/v1/tasks/${id}`)).toMatchObject({ status: 200, body: { id } });
  expect((await answerCommand(place, 'callbacks', 'resend', String(OLD[0]))).err).toContain(String(OLD[0]));
  const usage = await ask(service, key, '/v1/dashboard/billing/usage');
  const before = await runForData<Account>(place, 'accounts', 'show', 'acme');
  expect(before).toMatchObject({ available: '0.999999768', held: '0', used: '0.000000232' });
  expect((await answerCommand(place, 'ledger', 'compact', '--keep-days', '5')).out).toBe(
    'Removed 463 entries from 1 account.\n',
  );
  expect(await runForData(place, 'accounts', 'show', 'acme')).toEqual(before);
  expect(await ask(service, key, '/v1/dashboard/billing/usage')).toEqual(usage);
  expect(await runForData(place, 'accounts', 'ledger', 'acme')).toMatchObject([
    { kind: 'balance', available: '-0.000000232', held: '0', used: '0.000000232', deposited: '0' },
    { kind: 'deposit', available: '1', deposited: '-1' },
  ]);
  for (const { baseUrl } of services) await submitImage(baseUrl, key);
}

async function createKey(place: Place): Promise<string> {
  return (await runForData<{ key: string }>(place, 'keys', 'create', '--account', 'acme')).key;
}

test('removes what is older than --keep-days, and compacts the ledger on request, on SQLite', async () => {
  using temporary = temporaryFolder();
  const { place, folder } = temporary;
  const key = await createKey(place);
  await runForData(place, 'accounts', 'credit', 'acme', '1');
  await fill(await openSqliteStore({ folder, schedule: () => {} }));
  await using service = await startService(place, '--keep-days', '10');
  await expectRetention(place, [service], key);
});

test.skipIf(!hasPostgres)('does the same on PostgreSQL, once for all processes', async () => {
  const connectionString = await createPostgresDatabase();
  const place: Place = { args: [], env: { DATABASE_URL: connectionString, KEEP_DAYS: '10' } };
  const key = await createKey(place);
  await runForData(place, 'accounts', 'credit', 'acme', '1');
  await fill(await openPostgresStore({ connectionString, schedule: () => {} }));
  await using first = await startService(place);
  await using second = await startService(place);
  await expectRetention(place, [first, second], key);
  expect([first.output(), second.output()].filter((text) => text.includes('"level":"error"'))).toEqual([]);
});

test('keeps everything by default, and refuses invalid settings', async () => {
  using temporary = temporaryFolder();
  const { place, folder } = temporary;
  const key = await createKey(place);
  await runForData(place, 'accounts', 'credit', 'acme', '1');
  await fill(await openSqliteStore({ folder, schedule: () => {} }));
  await using service = await startService(place);
  await submitImage(service.baseUrl, key);
  expect((await ask(service, key, `/v1/tasks/${OLD[0]}`)).status).toBe(200);
  expect((await answerCommand(place, 'ledger', 'compact')).err).toBe(
    'Specify the number of days to keep: --keep-days N, from 1 to 36500.\n',
  );
});
