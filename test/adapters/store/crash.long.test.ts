import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DurableStore } from '../../../src/adapters/store/durable-store.ts';
import { openPostgresStore } from '../../../src/adapters/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../../src/adapters/store/sqlite/sqlite-store.ts';
import { temporaryFolder } from '../../support/open-store.ts';
import { createPostgresDatabase, hasPostgres, query } from '../../support/postgres.ts';
import { until, within } from '../../support/until.ts';

const program = fileURLToPath(new URL('crash-program.ts', import.meta.url));
const DEPOSIT = 10_000_000n;
const CHARGE = 7n;

interface Run {
  readonly child: ChildProcess;
  readonly exit: Promise<unknown>;
  /** Tasks finished so far. */
  finished(): number;
}

/** Least and most tasks that a process finishes before it is killed. */
const FINISHED = [1, 40] as const;

/** Starts the program and collects the tasks that it reports as accepted. */
function start(parameters: readonly string[], accepted: Set<string>): Run {
  const child = spawn(process.execPath, [program, ...parameters], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  let finished = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('accepted ')) accepted.add(line.slice('accepted '.length));
    if (line.startsWith('finished ')) finished += 1;
  });
  return { child, exit, finished: () => finished };
}

async function killSoon({ child, exit, finished }: Run): Promise<void> {
  const [least, most] = FINISHED;
  const wanted = least + Math.floor(Math.random() * (most - least));
  await until(`the process ends ${wanted} tasks`, () => finished() >= wanted || child.exitCode !== null);
  child.kill('SIGKILL');
  expect(await exit).toEqual([null, 'SIGKILL']);
}

async function drain(parameters: readonly string[]): Promise<void> {
  const { exit } = start(['drain', ...parameters, 'drain'], new Set());
  expect(await within('the last process ends every task', exit)).toEqual([0, null]);
}

/** Every task that was accepted has ended, was charged once, and has its callback delivered. */
async function checkBooks(store: DurableStore, accepted: ReadonlySet<string>): Promise<void> {
  const entries = await store.listLedger('alpha', 1_000_000);
  const settled = entries.filter(({ kind }) => kind === 'settle').map(({ reference }) => reference);
  const charged = new Set(settled);
  expect(charged.size).toBe(settled.length);
  expect([...accepted].filter((id) => !charged.has(id))).toEqual([]);
  for (const { available, held, used, deposited } of entries)
    expect(available + held + used + deposited).toBe(0n);
  const used = BigInt(settled.length) * CHARGE;
  expect(await store.findAccount('alpha')).toEqual({
    id: 'alpha',
    available: DEPOSIT - used,
    held: 0n,
    used,
  });
  expect(await store.findKeyUsage('d1')).toEqual({ used, held: 0n });
  for (const id of accepted) {
    expect(await store.findTask(id)).toMatchObject({ outcome: { status: 'success', charge: CHARGE } });
    expect(await store.findDelivery(id)).toMatchObject({ state: 'delivered' });
    const scope = { accountId: 'alpha', operationId: 'createImage', key: id };
    expect(await store.claimIdempotency(scope, 'digest', Date.now())).toMatchObject({ kind: 'replay' });
  }
}

test('loses nothing on SQLite when its process is killed again and again', async () => {
  const folder = temporaryFolder();
  const options = { folder, schedule: () => {} };
  const before = await openSqliteStore(options);
  await before.deposit('alpha', DEPOSIT, 0);
  await before.close();
  const accepted = new Set<string>();
  for (const round of ['a', 'b', 'c', 'd'])
    await killSoon(start(['work', 'sqlite', folder, round], accepted));
  await drain(['sqlite', folder]);
  const after = await openSqliteStore(options);
  onTestFinished(() => after.close());
  await checkBooks(after, accepted);
});

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  test('loses nothing when one of two processes is killed again and again', async () => {
    const connectionString = await createPostgresDatabase();
    const store = await openPostgresStore({ connectionString, schedule: () => {} });
    onTestFinished(() => store.close());
    await store.deposit('alpha', DEPOSIT, 0);
    const accepted = new Set<string>();
    const survivor = start(['work', 'postgres', connectionString, 'survivor'], accepted);
    for (const round of ['a', 'b', 'c'])
      await killSoon(start(['work', 'postgres', connectionString, round], accepted));
    await killSoon(survivor);
    await drain(['postgres', connectionString]);
    await checkBooks(store, accepted);
  });

  test('loses nothing when a process is frozen for longer than its claims last', async () => {
    const connectionString = await createPostgresDatabase();
    const store = await openPostgresStore({ connectionString, schedule: () => {} });
    onTestFinished(() => store.close());
    await store.deposit('alpha', DEPOSIT, 0);
    const accepted = new Set<string>();
    const survivor = start(['work', 'postgres', connectionString, 'survivor'], accepted);
    const frozen = start(['work', 'postgres', connectionString, 'frozen'], accepted);
    for (let round = 1; round <= 3; round += 1) {
      await until(`the process ends tasks, ${round}`, () => frozen.finished() >= round * 5);
      frozen.child.kill('SIGSTOP');
      const finished = survivor.finished();
      for (const table of ['holds', 'deliveries'])
        await query(
          connectionString,
          `update ${table} set claimed_until = 1 where claimed_until is not null`,
        );
      await until('the other process ends tasks', () => survivor.finished() > finished + 20);
      frozen.child.kill('SIGCONT');
    }
    await killSoon(frozen);
    await killSoon(survivor);
    await drain(['postgres', connectionString]);
    await checkBooks(store, accepted);
  });
});
