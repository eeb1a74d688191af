import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { DurableStore } from '../../../src/adapters/store/durable-store.ts';
import { openSqliteStore } from '../../../src/adapters/store/sqlite/sqlite-store.ts';
import { UnavailableError } from '../../../src/gateway/ports/unavailable.ts';
import { openSqlite, temporaryFolder } from '../../support/open-store.ts';
import { canMount, fillDisk, mountDisk } from '../../support/small-disk.ts';
import { describeDurable } from '../../support/store-contract/durable.ts';
import { claimKey } from '../../support/store-contract/idempotency.ts';
import { describeRetention } from '../../support/store-contract/retention.ts';
import {
  DAY,
  newDelivery,
  newTask,
  polled,
  storeSeed,
  success,
  USD,
} from '../../support/store-contract/samples.ts';
import { describeStore } from '../../support/store-contract.ts';

describeStore(openSqlite);
describeDurable(openSqlite);
describeRetention(openSqlite);

const schedule = () => {};

async function reopen(folder: string) {
  const store = await openSqliteStore({ folder, schedule });
  onTestFinished(() => store.close());
  return store;
}

test('finds all data after it is closed and reopened', async () => {
  const folder = join(temporaryFolder(), 'new', 'folder');
  const before = await openSqliteStore({ folder, schedule });
  for (const key of storeSeed.keys) await before.saveKey(key);
  await before.deposit('alpha', 10n * USD, 0);
  await before.saveWebhookSecrets('alpha', ['whsec_1']);
  await before.acceptTask(newTask('task_1'));
  await before.finishTask('task_1', success(USD), { at: DAY, delivery: newDelivery('task_1') });
  await before.close();
  const after = await reopen(folder);
  expect(await after.listKeys()).toEqual(storeSeed.keys);
  expect(await after.findTask('task_1')).toEqual({
    ...polled(newTask('task_1')),
    outcome: success(USD),
    finishedAt: DAY,
  });
  expect(await after.findAccount('alpha')).toMatchObject({ available: 9n * USD, used: USD });
  expect(await after.findDelivery('task_1')).toMatchObject(newDelivery('task_1'));
  expect(await after.findWebhookSecrets('alpha')).toEqual(['whsec_1']);
  expect(await after.listLedger('alpha', 9)).toHaveLength(3);
});

test('releases the idempotency keys of interrupted requests, and replays the others', async () => {
  const folder = temporaryFolder();
  const before = await openSqliteStore({ folder, schedule });
  const scope = { accountId: 'alpha', operationId: 'createImage', key: 'cut' };
  const answered = { ...scope, key: 'answered' };
  await before.deposit('alpha', 10n * USD, 0);
  await before.claimIdempotency(scope, 'b', 0);
  const claimed = await claimKey(before, answered, { bodyDigest: 'b' });
  await before.acceptTask(newTask('task_1'), { ...claimed, answer: { status: 200, body: { a: 1 } } });
  await before.close();
  const after = await reopen(folder);
  expect(await after.claimIdempotency(scope, 'b', 1)).toMatchObject({ kind: 'claimed' });
  expect(await after.claimIdempotency(answered, 'b', 1)).toEqual({
    kind: 'replay',
    status: 200,
    body: { a: 1 },
  });
});

test('releases unsettled holds of an earlier process for text answers, and none of tasks', async () => {
  const folder = temporaryFolder();
  const before = await openSqliteStore({ folder, schedule });
  await before.deposit('alpha', 10n * USD, 0);
  const hold = { accountId: 'alpha', keyDigest: 'd1', modelId: 'qx3.8-max', amount: USD, createdAt: DAY };
  await before.hold({ ...hold, id: 'answer_1' });
  await before.acceptTask(newTask('task_1'));
  await before.close();
  const after = await reopen(folder);
  await after.hold({ ...hold, id: 'answer_2' });
  expect(await after.releaseAbandonedHolds(DAY + 20)).toBe(1);
  expect(await after.findAccount('alpha')).toMatchObject({ available: 7n * USD, held: 3n * USD, used: 0n });
  expect((await after.listLedger('alpha', 1))[0]).toMatchObject({ kind: 'release', reference: 'answer_1' });
  expect(await after.settle('answer_1', USD, DAY)).toBe(false);
});

/** The rows that a query finds in the file of a store. */
function rowsIn(folder: string, query: string): readonly unknown[] {
  const database = new DatabaseSync(join(folder, 'gatewright.db'), { readOnly: true });
  onTestFinished(() => database.close());
  return database.prepare(query).all();
}

test('keeps the input of a task no longer than until it ends', async () => {
  const folder = temporaryFolder();
  const store = await reopen(folder);
  await store.deposit('alpha', 10n * USD, 0);
  for (const id of ['task_1', 'task_2', 'task_3']) await store.acceptTask(newTask(id));
  await Promise.all(['task_1', 'task_2'].map((id) => store.finishTask(id, success(USD), { at: DAY })));
  expect(rowsIn(folder, 'select id from tasks where input is not null')).toEqual([{ id: 'task_3' }]);
});

test('a check writes 64 KiB in the place of the last one', async () => {
  const folder = temporaryFolder();
  const store = await reopen(folder);
  for (let check = 0; check < 2; check += 1) await store.checkWritable();
  expect(rowsIn(folder, 'select length(filler) as bytes from write_checks')).toEqual([{ bytes: 65_536 }]);
});

test('refuses a folder that is in use, with a message', async () => {
  const folder = temporaryFolder();
  await reopen(folder);
  await expect(openSqliteStore({ folder, schedule, lockTimeoutMs: 10 })).rejects.toThrow(
    `the folder "${folder}" is in use by another process: stop it, or name another folder with --data.`,
  );
});

test('lets commands read and write while the service runs, each seeing the writes of the other', async () => {
  const folder = temporaryFolder();
  const service = await reopen(folder);
  const visitor = await openSqliteStore({ folder, schedule, isVisitor: true });
  onTestFinished(() => visitor.close());
  await visitor.deposit('alpha', 10n * USD, 0);
  expect(await service.acceptTask(newTask('task_1'))).toEqual({ kind: 'accepted' });
  expect(await visitor.findAccount('alpha')).toMatchObject({ available: 8n * USD, held: 2n * USD });
  // Claims of requests in progress are not released by another process that opens the store.
  const scope = { accountId: 'alpha', operationId: 'createImage', key: 'running' };
  await service.claimIdempotency(scope, 'b', 0);
  await (await openSqliteStore({ folder, schedule, isVisitor: true })).close();
  expect(await service.claimIdempotency(scope, 'b', 1)).toEqual({ kind: 'in_progress' });
});

test('keeps the ledger balanced while a command and the service write concurrently', async () => {
  const folder = temporaryFolder();
  const service = await reopen(folder);
  const visitor = await openSqliteStore({ folder, schedule, isVisitor: true });
  onTestFinished(() => visitor.close());
  await service.deposit('alpha', 10n * USD, 0);
  const work = Array.from({ length: 40 }, async (_, index) => {
    await visitor.deposit('alpha', USD, index);
    await service.acceptTask(newTask(`task_${index}`, { hold: USD }));
    await service.finishTask(`task_${index}`, success(USD), { at: DAY });
  });
  await Promise.all(work);
  expect(await visitor.findAccount('alpha')).toEqual({
    id: 'alpha',
    available: 10n * USD,
    held: 0n,
    used: 40n * USD,
  });
});

test('refuses a file that is not a database, with a message', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'gatewright.db'), 'This is a shopping list. '.repeat(100));
  await expect(openSqliteStore({ folder, schedule })).rejects.toThrow('is not a sound SQLite database');
});

test('makes its files unreadable for other users', async () => {
  const folder = join(temporaryFolder(), 'private');
  await reopen(folder);
  const modes = ['', ...['db', 'db-wal', 'db-shm', 'lock'].map((end) => `gatewright.${end}`)].map(
    (name) => statSync(join(folder, name)).mode,
  );
  expect(modes.map((mode) => mode & 0o077)).toEqual([0, 0, 0, 0, 0]);
});

test('is unavailable while another process writes, with only one call waiting for it', async () => {
  const folder = temporaryFolder();
  const store = await openSqliteStore({ folder, schedule, lockTimeoutMs: 200 });
  onTestFinished(() => store.close());
  await store.deposit('alpha', 10n * USD, 0);
  const other = new DatabaseSync(join(folder, 'gatewright.db'));
  onTestFinished(() => other.close());
  other.exec('begin immediate');
  // One after the other they would take 400 seconds.
  const claims = Array.from({ length: 2000 }, (_, index) =>
    store.claimIdempotency({ accountId: 'alpha', operationId: 'createImage', key: `${index}` }, 'b', 0),
  );
  const writes = [...claims, store.acceptTask(newTask('task_1')), store.checkWritable()];
  for (const write of await Promise.allSettled(writes))
    expect(write.status === 'rejected' ? write.reason : write).toBeInstanceOf(UnavailableError);
  expect(await store.findAccount('alpha')).toMatchObject({ available: 10n * USD });
  other.exec('rollback');
  await expect(store.checkWritable()).resolves.toBeUndefined();
  expect(await store.acceptTask(newTask('task_1'))).toEqual({ kind: 'accepted' });
});

test.skipIf(!canMount)('is unavailable while the disk is full, and recovers afterwards', async () => {
  const disk = mountDisk('size=4m');
  const store = await reopen(join(disk, 'data'));
  await store.deposit('alpha', 10n * USD, 0);
  const makeRoom = fillDisk(disk);
  const accepted = await submitUntilRefused(store);
  expect(await store.findAccount('alpha')).toMatchObject({ held: BigInt(accepted) });
  makeRoom();
  expect(await store.acceptTask(newTask('task_after', { hold: 1n }))).toEqual({ kind: 'accepted' });
  expect(await store.findTask(`task_${accepted}`)).toBeUndefined();
  expect(await store.findAccount('alpha')).toMatchObject({ held: BigInt(accepted + 1) });
});

/** Submits one task after another until the store cannot accept one; returns how many it accepted. */
async function submitUntilRefused(store: DurableStore): Promise<number> {
  for (let accepted = 0; accepted < 10_000; accepted += 1) {
    const end = await store
      .acceptTask(newTask(`task_${accepted}`, { hold: 1n }))
      .catch((error: unknown) => error);
    if (end instanceof UnavailableError) return accepted;
    expect(end).toEqual({ kind: 'accepted' });
  }
  throw new Error('A full disk took 10,000 tasks.');
}
