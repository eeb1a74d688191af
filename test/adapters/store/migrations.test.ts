import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DurableStore } from '../../../src/adapters/store/durable-store.ts';
import { openPostgresStore } from '../../../src/adapters/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../../src/adapters/store/sqlite/sqlite-store.ts';
import { temporaryFolder } from '../../support/open-store.ts';
import { createPostgresDatabase, hasPostgres, query } from '../../support/postgres.ts';
import {
  DAY,
  newDelivery,
  newTask,
  polled,
  storeSeed,
  success,
  USD,
} from '../../support/store-contract/samples.ts';

const schedule = () => {};

/** A folder with a discarded callback, whose database some statements then revert to an older form. */
async function olderFolder(statements: readonly string[]): Promise<string> {
  const folder = temporaryFolder();
  const store = await openSqliteStore({ folder, schedule });
  for (const key of storeSeed.keys) await store.saveKey(key);
  await store.deposit('alpha', 10n * USD, 0);
  await store.acceptTask(newTask('task_1'));
  await store.finishTask('task_1', success(USD), { at: DAY, delivery: newDelivery('task_1') });
  await store.recordAttempt('task_1', { next: { state: 'discarded', reason: 'port 8080 is not allowed' } });
  await store.close();
  for (const text of statements) change(folder, text);
  return folder;
}

const forgetCallbacks = "delete from gatewright_migrations where name >= '004'";

test.each([
  [
    'before callbacks had reasons',
    [
      'drop index deliveries_resend',
      'alter table deliveries drop column resend',
      'alter table deliveries drop column reason',
      forgetCallbacks,
    ],
  ],
  [
    'that stopped in the midst of it',
    ['drop index deliveries_resend', 'alter table deliveries drop column resend', forgetCallbacks],
  ],
  ['that stopped at its very end', [forgetCallbacks]],
])('brings a database %s up to date', async (_when, statements) => {
  const store = await openSqliteStore({ folder: await olderFolder(statements), schedule });
  const { state, reason } = (await store.findDelivery('task_1')) ?? {};
  const isOld = statements.some((text) => text.includes('column reason'));
  expect([state, reason]).toEqual(['discarded', isOld ? undefined : 'port 8080 is not allowed']);
  expect([await store.requestResend('task_1'), await store.queueResends(DAY)]).toEqual([true, 1]);
  await store.close();
});

test('a database that cannot be migrated is not opened', async () => {
  const folder = await olderFolder([forgetCallbacks, 'alter table deliveries rename to lost']);
  await expect(openSqliteStore({ folder, schedule })).rejects.toThrow('no such table: deliveries');
});

test('runs no migrations while a service runs', async () => {
  const folder = temporaryFolder();
  const service = await openSqliteStore({ folder, schedule });
  change(folder, "delete from gatewright_migrations where name >= '004-callbacks'");
  const visit = { folder, schedule, isVisitor: true, lockTimeoutMs: 10 };
  await expect(openSqliteStore(visit)).rejects.toThrow('is in use by another process');
  await service.close();
  await (await openSqliteStore(visit)).close();
});

test.each([false, true])('refuses a database of a newer version (as a command: %s)', async (isVisitor) => {
  const folder = temporaryFolder();
  await (await openSqliteStore({ folder, schedule })).close();
  change(folder, "insert into gatewright_migrations values ('999-later', '2030-01-01T00:00:00.000Z')");
  await expect(openSqliteStore({ folder, schedule, isVisitor })).rejects.toThrow(
    'the database was used by a newer version of gatewright',
  );
});

const PENDING = [1, 2].map((number) => newTask(`task_${number}`, { hold: USD }));
const MANY = Array.from({ length: 1100 }, (_, index) => newTask(`task_old_${index}`, { hold: 0n }));

/** Statements that revert tasks to the form in which their inputs were stored with what polls read. */
function withInputsInside(): readonly string[] {
  const rows = [...PENDING, newTask('task_done', { hold: USD }), ...MANY].map((task) => {
    const { id, accountId: _account, createdAt: _created, hold: _hold, ...data } = task;
    return `update tasks set data = '${JSON.stringify(data)}' where id = '${id}'`;
  });
  return [
    ...rows,
    'alter table tasks drop column input',
    "delete from gatewright_migrations where name >= '008'",
  ];
}

async function fillOld(store: DurableStore): Promise<void> {
  await store.deposit('alpha', 10n * USD, 0);
  const done = newTask('task_done', { hold: USD });
  await Promise.all([...PENDING, done, ...MANY].map((task) => store.acceptTask(task)));
  await store.finishTask('task_done', success(USD), { at: DAY });
  await store.close();
}

async function expectMoved(store: DurableStore, inputs: readonly unknown[]): Promise<void> {
  expect(inputs).toEqual([{ id: 'task_done', input: null }]);
  for (const task of [...PENDING, ...MANY.slice(0, 3), ...MANY.slice(-3)]) {
    expect(await store.findTask(task.id)).toEqual(polled(task));
    expect(await store.findUnfinishedTask(task.id)).toEqual(task);
  }
  expect(await store.findUnfinishedTask('task_done')).toBeUndefined();
  const { outcome } = (await store.findTask('task_done')) ?? {};
  expect(outcome).toEqual(success(USD));
  for (const { id } of PENDING)
    expect(await store.finishTask(id, success(USD), { at: DAY + 90_000 })).toBe(true);
  expect(await store.findAccount('alpha')).toMatchObject({ available: 7n * USD, held: 0n, used: 3n * USD });
}

const WITHOUT_INPUT = 'select id, input from tasks where input is null';

/** Killed half-way: the column exists, and some tasks are in their new form. */
const HALF_MOVED = [
  'alter table tasks add column input text',
  `update tasks set input = json_object(${['request', 'output', 'size', 'references', 'seed'].map((name) => `'${name}', json_extract(data, '$.${name}')`).join(', ')}),
    data = json_remove(data, '$.request', '$.output', '$.size', '$.references', '$.seed')
    where id in ('task_1', 'task_old_7')`,
];

test.each([
  ['before they lay apart', []],
  ['that stopped in the midst of it', HALF_MOVED],
])('moves task inputs out of what polls read in a SQLite database %s', async (_when, more) => {
  const folder = temporaryFolder();
  await fillOld(await openSqliteStore({ folder, schedule }));
  change(folder, [...withInputsInside(), ...more].join(';'));
  const store = await openSqliteStore({ folder, schedule });
  onTestFinished(() => store.close());
  const database = new DatabaseSync(join(folder, 'gatewright.db'), { readOnly: true });
  const inputs = database.prepare(WITHOUT_INPUT).all();
  database.close();
  await expectMoved(
    store,
    inputs.map((row) => ({ ...row })),
  );
});

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  test('moves task inputs out of what polls read in an older database', async () => {
    const connectionString = await createPostgresDatabase();
    const open = () => openPostgresStore({ connectionString, schedule: () => {} });
    await fillOld(await open());
    await query(connectionString, withInputsInside().join(';'));
    const store = await open();
    onTestFinished(() => store.close());
    await expectMoved(store, await query(connectionString, WITHOUT_INPUT));
  });

  test('claims the due tasks and callbacks of an older database, whose jobs were elsewhere', async () => {
    const connectionString = await createPostgresDatabase();
    const open = () => openPostgresStore({ connectionString, schedule: () => {} });
    const before = await open();
    await before.deposit('alpha', 10n * USD, 0);
    for (const id of ['task_1', 'task_2']) await before.acceptTask(newTask(id, { hold: 1n, dueAt: DAY }));
    await before.finishTask('task_2', success(1n), { at: DAY, delivery: newDelivery('task_2', DAY) });
    await before.close();
    const columns = ['drop column claimed_by', 'drop column claimed_until'].join(', ');
    await query(
      connectionString,
      [
        'drop index holds_due',
        `alter table holds ${columns}`,
        `alter table deliveries ${columns}`,
        "delete from gatewright_migrations where name >= '011'",
      ].join(';'),
    );
    const store = await open();
    onTestFinished(() => store.close());
    expect(await store.claimDue('finish_task', 9)).toEqual([{ kind: 'finish_task', taskId: 'task_1' }]);
    expect(await store.claimDue('deliver_callback', 9)).toEqual([
      { kind: 'deliver_callback', taskId: 'task_2' },
    ]);
  });

  test('allows balance entries in the ledger of an older database', async () => {
    const connectionString = await createPostgresDatabase();
    const open = () => openPostgresStore({ connectionString, schedule: () => {} });
    const before = await open();
    await before.deposit('alpha', 10n * USD, 0);
    await before.acceptTask(newTask('task_1'));
    await before.finishTask('task_1', success(USD), { at: DAY });
    await before.close();
    const kinds = "check (kind in ('deposit', 'hold', 'settle', 'release'))";
    await query(
      connectionString,
      [
        'drop index task_outcomes_by_age',
        'alter table ledger_entries drop constraint ledger_entries_kind_check',
        `alter table ledger_entries add constraint ledger_entries_kind_check ${kinds}`,
        "delete from gatewright_migrations where name >= '009'",
      ].join(';'),
    );
    const store = await open();
    onTestFinished(() => store.close());
    await expectSums(store);
  });
});

const ENTRIES = `create table %s (seq %s, account_id text not null,
  kind text not null check (kind in ('deposit', 'hold', 'settle', 'release')), reference text not null, at integer not null,
  available integer not null, held integer not null, used integer not null, deposited integer not null,
  check (available + held + used + deposited = 0)) strict`;

/** Statements that revert SQLite to the form without ledger sums and without indexes by age. */
const WITHOUT_SUMS = [
  'drop index task_outcomes_by_age',
  'drop index ledger_entries_by_account',
  'alter table ledger_entries rename to later',
  ENTRIES.replace('%s', 'ledger_entries').replace('%s', 'integer primary key autoincrement'),
  'insert into ledger_entries select * from later',
  'drop table later',
  'create index ledger_entries_by_account on ledger_entries (account_id, seq)',
  "delete from gatewright_migrations where name >= '009'",
];

async function expectSums(store: DurableStore): Promise<void> {
  expect((await store.listLedger('alpha', 9)).map(({ kind }) => kind)).toEqual(['settle', 'hold', 'deposit']);
  expect(await store.sumOldEntries('alpha', { before: DAY, most: 9 })).toBe(0);
  expect(await store.sumOldEntries('alpha', { before: DAY + 1, most: 9 })).toBe(2);
  await store.acceptTask(newTask('task_2', { hold: 5n }));
  expect((await store.listLedger('alpha', 9)).map(({ kind, available }) => [kind, available])).toEqual([
    ['hold', -5n],
    ['balance', 9n * USD],
  ]);
  expect(await store.removeFinishedTasks(DAY + 1, 9)).toBe(1);
}

test('allows balance entries in an older SQLite ledger, and keeps its order', async () => {
  const store = await openSqliteStore({ folder: await olderFolder(WITHOUT_SUMS), schedule });
  onTestFinished(() => store.close());
  await expectSums(store);
});

test('an older database stores pictures after the upgrade', async () => {
  const statements = [
    'alter table tasks drop column picture',
    "delete from gatewright_migrations where name >= '010'",
  ];
  const store = await openSqliteStore({ folder: await olderFolder(statements), schedule });
  onTestFinished(() => store.close());
  await store.acceptTask(newTask('task_new', { hold: 1n, picture: 'UklGRg==' }));
  expect([await store.findPicture('task_1'), await store.findPicture('task_new')]).toEqual([
    undefined,
    'UklGRg==',
  ]);
});

function change(folder: string, text: string): void {
  const database = new DatabaseSync(join(folder, 'gatewright.db'));
  database.exec(text);
  database.close();
}
