import { expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/store/sqlite/sqlite-store.ts';
import { DAY_MS } from '../../src/gateway/ledger/days.ts';
import { newDelivery, newTask, success, USD } from '../support/store-contract/samples.ts';
import { answerCommand, runForData, temporaryFolder } from './service.ts';

const STARTED = Date.UTC(2026, 10, 20, 12);

/** Four tasks of two accounts, a second apart, and a callback in each state. */
async function fill(folder: string): Promise<void> {
  const store = await openSqliteStore({ folder, schedule: () => {} });
  await store.deposit('acme', 5n * USD, STARTED);
  await store.deposit('beta', 7n * USD, STARTED);
  const owners = ['acme', 'acme', 'acme', 'beta'];
  for (const [index, accountId] of owners.entries()) {
    const createdAt = STARTED + index * 1000;
    await store.acceptTask(
      newTask(`task_${index}`, { accountId, hold: USD, createdAt, dueAt: createdAt + 90_000 }),
    );
  }
  const end = (id: string) => ({ at: STARTED + 100_000, delivery: newDelivery(id) });
  const error = { code: 'task_failed', message: '"status":"success"', type: 'server_error' } as const;
  await store.finishTask('task_0', success(USD), end('task_0'));
  await store.finishTask('task_1', { status: 'failed', charge: 0n, error }, end('task_1'));
  await store.finishTask('task_2', { status: 'cancelled', charge: 0n }, { at: STARTED + 100_000 });
  await store.recordAttempt('task_0', {
    attempt: { at: STARTED, durationMs: 5, status: 500 },
    next: { state: 'failed' },
  });
  await store.close();
}

interface Listed {
  readonly task: string;
  readonly status: string;
}

test('lists tasks, newest first, by state and account', async () => {
  using temporary = temporaryFolder();
  const { place, folder } = temporary;
  await fill(folder);
  const list = async (...options: readonly string[]) =>
    (await runForData<readonly Listed[]>(place, 'tasks', 'list', ...options)).map(({ task }) => task);
  expect(await list()).toEqual(['task_3', 'task_2', 'task_1', 'task_0']);
  expect(await list('--limit', '2')).toEqual(['task_3', 'task_2']);
  expect(await list('--state', 'open')).toEqual(['task_3']);
  expect(await list('--state', 'success')).toEqual(['task_0']);
  expect(await list('--state', 'failed')).toEqual(['task_1']);
  expect(await list('--state', 'cancelled')).toEqual(['task_2']);
  expect(await list('--account', 'acme', '--limit', '1')).toEqual(['task_2']);
  expect(await runForData(place, 'tasks', 'list')).toMatchObject([
    { task: 'task_3', held: '1', charged: '0' },
    { task: 'task_2', held: '0', charged: '0' },
    { task: 'task_1', held: '0', charged: '0' },
    { task: 'task_0', held: '0', charged: '1' },
  ]);
  const { out } = await answerCommand(place, 'tasks', 'list');
  expect(out.split('\n')[0]).toMatch(/^TASK +STATE +PROGRESS +MODEL +ACCOUNT/);
  expect(out.trim().split('\n')).toHaveLength(5);
});

test('lists accounts with their balances, page by page', async () => {
  using temporary = temporaryFolder();
  const { place, folder } = temporary;
  await fill(folder);
  const acme = { account: 'acme', available: '4', held: '0', used: '1' };
  const beta = { account: 'beta', available: '6', held: '1', used: '0' };
  expect(await runForData(place, 'accounts', 'list')).toEqual([acme, beta]);
  expect(await runForData(place, 'accounts', 'list', '--limit', '1')).toEqual([acme]);
  expect(await runForData(place, 'accounts', 'list', '--after', 'acme')).toEqual([beta]);
});

test('lists callbacks by state', async () => {
  using temporary = temporaryFolder();
  const { place, folder } = temporary;
  await fill(folder);
  const list = async (...options: readonly string[]) =>
    (await runForData<readonly Listed[]>(place, 'callbacks', 'list', ...options)).map(({ task }) => task);
  expect(await list()).toEqual(['task_1', 'task_0']);
  expect(await list('--state', 'failed')).toEqual(['task_0']);
  expect(await list('--state', 'pending')).toEqual(['task_1']);
  expect(await list('--state', 'delivered')).toEqual([]);
  const { out } = await answerCommand(place, 'callbacks', 'list', '--state', 'failed');
  expect(out).toMatch(/ REASON\ntask_0 .* 500\n$/);
});

test('lists a delivered callback without a reason, whatever its receiver answered', async () => {
  using temporary = temporaryFolder();
  const { place, folder } = temporary;
  await fill(folder);
  const store = await openSqliteStore({ folder, schedule: () => {} });
  const attempt = { at: STARTED, durationMs: 5, status: 204 };
  await store.recordAttempt('task_1', { attempt, next: { state: 'delivered' } });
  await store.close();
  const { out } = await answerCommand(place, 'callbacks', 'list', '--state', 'delivered');
  expect(out).toMatch(/ REASON\ntask_1 .*\/callback\n$/);
});

test.each<['tasks' | 'callbacks' | 'accounts', string, string, string]>([
  ['tasks', '--state', 'done', '--state must be one of open, success, failed, cancelled; got done.\n'],
  [
    'callbacks',
    '--state',
    'lost',
    '--state must be one of pending, delivered, failed, discarded; got lost.\n',
  ],
  ['accounts', '--limit', '0', '--limit must be a whole number from 1 to 10000; got 0.\n'],
  ['tasks', '--limit', 'all', '--limit must be a whole number from 1 to 10000; got all.\n'],
])('%s list %s %s names the allowed values', async (name, option, value, err) => {
  using temporary = temporaryFolder();
  await fill(temporary.folder);
  expect(await answerCommand(temporary.place, name, 'list', option, value)).toEqual({
    code: 2,
    out: '',
    err,
  });
});

test('a task is cancelled once, and only while it is open', async () => {
  using temporary = temporaryFolder();
  const { place, folder } = temporary;
  await fill(folder);
  const cancel = (id: string) => answerCommand(place, 'tasks', 'cancel', id);
  expect(await cancel('task_3')).toMatchObject({ code: 0, err: '' });
  for (const [id, state] of [
    ['task_3', 'cancelled'],
    ['task_0', 'success'],
  ] as const)
    expect(await cancel(id)).toMatchObject({ code: 2, err: `Task ${id} has already ended: ${state}.\n` });
});

test('compacts the ledgers of all accounts, not only of the first page of them', async () => {
  using temporary = temporaryFolder();
  const { place, folder } = temporary;
  const store = await openSqliteStore({ folder, schedule: () => {} });
  const old = Date.now() - 10 * DAY_MS;
  for (let account = 0; account < 101; account += 1)
    for (const at of [old, old + 1]) await store.deposit(`acct_${String(account).padStart(3, '0')}`, USD, at);
  await store.close();
  const { out } = await answerCommand(place, 'ledger', 'compact', '--keep-days', '5');
  expect(out).toBe('Removed 101 entries from 101 accounts.\n');
  const kinds = async (account: string) =>
    (await runForData<readonly { readonly kind: string }[]>(place, 'accounts', 'ledger', account)).map(
      ({ kind }) => kind,
    );
  expect([await kinds('acct_000'), await kinds('acct_100')]).toEqual([['balance'], ['balance']]);
});

test('a callback whose address no service would call cannot be resent', async () => {
  using temporary = temporaryFolder();
  const { place, folder } = temporary;
  const store = await openSqliteStore({ folder, schedule: () => {} });
  await store.deposit('acme', 5n * USD, STARTED);
  await store.acceptTask(newTask('task_0', { accountId: 'acme', hold: USD, createdAt: STARTED }));
  const delivery = { ...newDelivery('task_0'), url: 'javascript:alert(1)' };
  await store.finishTask('task_0', success(USD), { at: STARTED + 1000, delivery });
  await store.close();
  const { code, err } = await answerCommand(place, 'callbacks', 'resend', 'task_0');
  expect([code, err]).toEqual([2, expect.stringMatching(/^The callback of task_0 cannot be resent: /)]);
});
