import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { callCommand } from '../cli/call-command.ts';
import { until } from '../support/until.ts';
import { call, readTask, submitImage } from './client.ts';
import { type Place, runCommand, runForData, startService, temporaryFolder } from './service.ts';

/** Simultaneous image submissions of 0.03 USD. */
const CLIENTS = 3;
const PRICE = 30_000_000n;
const DEPOSIT = 5_000_000_000_000n;

/** Random bytes in a separate table, so that a backup takes a while. */
function addBallast(folder: string): void {
  const database = new DatabaseSync(join(folder, 'gatewright.db'));
  database.exec('create table ballast (bytes blob)');
  for (let megabyte = 0; megabyte < 48; megabyte += 1)
    database.exec('insert into ballast values (randomblob(1048576))');
  database.close();
}

/** The one value of a query on a database file, an exact integer. */
function ask(file: string, query: string): bigint {
  const database = new DatabaseSync(file, { readOnly: true });
  const statement = database.prepare(query);
  statement.setReadBigInts(true);
  const value = Object.values(statement.get() ?? {})[0];
  database.close();
  if (typeof value !== 'bigint') throw new TypeError(`${query} gave ${String(value)}`);
  return value;
}

/** The totals of a file's ledger, each amount computed in two ways. */
function expectBalanced(file: string): void {
  const sums = ['available', 'held', 'used'].map((posting) => [
    ask(file, `select sum(${posting}) from ledger_entries`),
    ask(file, `select sum(${posting}) from accounts`),
  ]);
  for (const [entries, accounts] of sums) expect(entries).toBe(accounts);
  const [tasks, ended] = [
    ask(file, 'select count(*) from tasks'),
    ask(file, 'select count(*) from task_outcomes'),
  ];
  const [available = [], held = [], used = []] = sums;
  expect(held[0]).toBe((tasks - ended) * PRICE);
  expect(ask(file, 'select coalesce(sum(amount), 0) from holds')).toBe(held[0]);
  expect(used[0]).toBe(ended * PRICE);
  expect(ask(file, 'select coalesce(sum(amount), 0) from key_charges')).toBe(used[0]);
  expect(ask(file, 'select coalesce(sum(amount), 0) from daily_charges')).toBe(used[0]);
  expect((available[0] ?? 0n) + (held[0] ?? 0n) + (used[0] ?? 0n)).toBe(DEPOSIT);
  expect(ask(file, 'select -sum(deposited) from ledger_entries')).toBe(DEPOSIT);
}

interface Copy {
  readonly file: string;
  /** Ids of tasks that were acknowledged when the command began, and their number when it had ended. */
  readonly before: readonly string[];
  readonly after: number;
  /** How many were acknowledged while the copy was written. */
  readonly during: number;
}

/** Runs the command, and counts what is acknowledged while its unfinished file exists. */
async function backUp(place: Place, file: string, acknowledged: readonly string[]): Promise<Copy> {
  const before = [...acknowledged];
  const folder = join(file, '..');
  const isWriting = () => readdirSync(folder).some((name) => name.endsWith('.unfinished'));
  const printed = runCommand(place, 'backup', file);
  await until('the backup begins to write', () => isWriting() || existsSync(file));
  const begun = acknowledged.length;
  await until('the backup has written', () => !isWriting());
  const during = acknowledged.length - begun;
  expect(await printed).toEqual({ code: 0, out: `${file}\n`, err: '' });
  return { file, before, during, after: acknowledged.length };
}

test('a backup made while submissions are accepted can be restored: nothing is lost, and the ledger balances', async () => {
  using temporary = temporaryFolder();
  const { place, folder } = temporary;
  const created = await runForData<{ key: string }>(place, 'keys', 'create', '--credit', '5000');
  const { key } = created;
  addBallast(folder);
  const acknowledged: string[] = [];
  let copy: Copy | undefined;
  {
    await using service = await startService(place);
    for (let count = 0; count < 5; count += 1) acknowledged.push(await submitImage(service.baseUrl, key));
    let isOver = false;
    const load = Array.from({ length: CLIENTS }, async () => {
      while (!isOver) acknowledged.push(await submitImage(service.baseUrl, key));
    });
    let number = 0;
    copy = await until('a submission is accepted while a backup is written', async () => {
      number += 1;
      const made = await backUp(place, join(folder, `copy-${number}.db`), acknowledged);
      return made.during > 0 && made;
    });
    isOver = true;
    await Promise.all(load);
  }
  const { file, before, after } = copy;
  const tasks = Number(ask(file, 'select count(*) from tasks'));
  expect(tasks).toBeGreaterThanOrEqual(before.length);
  expect(tasks).toBeLessThanOrEqual(after + CLIENTS);
  expectBalanced(file);
  const restored = join(folder, 'restored');
  mkdirSync(restored);
  renameSync(file, join(restored, 'gatewright.db'));
  const restoredFile = join(restored, 'gatewright.db');
  const pending = ask(restoredFile, 'select count(*) from holds');
  expect(pending).toBeGreaterThan(0n);
  await using service = await startService({ args: ['--data', restored], env: {} });
  for (const id of before) {
    const record = await until(`task ${id} ends on the copy`, async () => {
      const { status, cost } = await readTask(service.baseUrl, key, id);
      return status === 'success' && { status, cost };
    });
    expect(record.cost).toBe(0.03);
  }
  await until('all tasks of the copy end', () => ask(restoredFile, 'select count(*) from holds') === 0n);
  expect(ask(restoredFile, 'select count(*) from task_outcomes')).toBe(BigInt(tasks));
  expectBalanced(restoredFile);
  const balance = await call(`${service.baseUrl}/v1/user/balance`, { key });
  expect(await balance.json()).toMatchObject({ used_balance: Number(((3 * tasks) / 100).toFixed(2)) });
  await submitImage(service.baseUrl, key);
});

test.each([
  ['a database that is not there', 'none', 'copy.db', 'There is no database in the folder "none"'],
  ['a file that is there', '.', 'there.db', '"there.db" already exists: choose another file.\n'],
  ['a folder that is there', '.', '.', '"." already exists: choose another file.\n'],
  ['a file in a folder that is not there', '.', 'none/copy.db', '"none/copy.db" cannot be written: '],
])('a backup of or into %s is refused in one line', async (_what, data, target, line) => {
  using temporary = temporaryFolder();
  const { place, folder } = temporary;
  await runForData(place, 'keys', 'create');
  writeFileSync(join(folder, 'there.db'), 'precious');
  const files = readdirSync(folder).sort();
  const at = (name: string) => (name === '.' ? folder : join(folder, name));
  const refused = await callCommand('backup', at(target), '--data', at(data));
  const named = refused.err.replaceAll(`${folder}/`, '').replaceAll(folder, '.');
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(named.slice(0, line.length)).toBe(line);
  expect(named.trimEnd().split('\n')).toHaveLength(1);
  expect(readdirSync(folder).sort()).toEqual(files);
});

test('a backup of a damaged database reports the damage, not that the new file cannot be written', async () => {
  using temporary = temporaryFolder();
  const { folder } = temporary;
  const source = join(folder, 'gatewright.db');
  writeFileSync(source, 'not a database, however long it is looked at');
  const refused = await callCommand('backup', join(folder, 'copy.db'), '--data', folder);
  expect(refused).toEqual({
    code: 2,
    out: '',
    err: `"${source}" is not a sound SQLite database: restore it, or name another folder with --data.\n`,
  });
  expect(readdirSync(folder)).toEqual(['gatewright.db']);
});

test('prints the command that backs up PostgreSQL, without the password of the database', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://user:hunter2@localhost:1/none');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await callCommand('backup', 'my copy.dump')).toEqual({
    code: 2,
    out: '',
    err: 'Back up PostgreSQL with its own tool, which works while services run: pg_dump --format=custom --file "my copy.dump" "$DATABASE_URL"\n',
  });
});
