import { Kysely, PostgresDialect } from 'kysely';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openPostgresPool } from '../../../src/adapters/database/postgres-pool.ts';
import type { DurableStore } from '../../../src/adapters/store/durable-store.ts';
import { createSoleLease } from '../../../src/adapters/store/leases/lease.ts';
import { lockPostgresKeys } from '../../../src/adapters/store/postgres/postgres-keys.ts';
import { openPostgresStore } from '../../../src/adapters/store/postgres/postgres-store.ts';
import { takePostgresTurn } from '../../../src/adapters/store/retention/in-turn.ts';
import { reserveInSteps } from '../../../src/adapters/store/sql/reserve.ts';
import { createSqlStore } from '../../../src/adapters/store/sql/sql-store.ts';
import type { Tables } from '../../../src/adapters/store/sql/tables.ts';
import { inLockOrder } from '../../../src/adapters/store/sql/work.ts';
import { createPostgresWriteCheck } from '../../../src/adapters/store/sql/write-check.ts';
import { at } from '../../support/open-wire.ts';
import { createPostgresDatabase, hasPostgres, query } from '../../support/postgres.ts';
import { DAY, newTask, success, USD } from '../../support/store-contract/samples.ts';
import { until } from '../../support/until.ts';

/** By the bytes of UTF-8. The locale `en` has symbols first and alpha before Beta, UTF-16 has the boat before the tilde. */
const ORDER = ['Beta', 'Delta', 'alpha', 'charlie', '～', '🛶'];
const ARRIVAL = ['charlie', '🛶', 'alpha', '～', 'Delta', 'Beta'];
const WAITING = `select count(*)::int as waiting from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

type Open = (connectionString: string) => Promise<DurableStore>;

/** A store that writes a group of submissions in one statement. */
const atOnce: Open = (connectionString) => openPostgresStore({ connectionString, schedule: () => {} });
/** A store that writes a group of submissions in steps, as when an account in it lacks the funds. */
const inSteps: Open = async (connectionString) => {
  await (await atOnce(connectionString)).close();
  const pool = openPostgresPool({ connectionString, max: 4, name: 'gatewright' });
  return createSqlStore({
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    schedule: () => {},
    lockKeys: lockPostgresKeys,
    idempotencySeconds: 1,
    reserve: reserveInSteps,
    checkWrite: createPostgresWriteCheck(),
    takeTurn: takePostgresTurn,
    lease: createSoleLease(),
    releaseAbandoned: async () => 0,
  });
};

const accept = (store: DurableStore, round: string) =>
  Promise.all(
    ARRIVAL.map((accountId) => store.acceptTask(newTask(`${round} ${accountId}`, { accountId, hold: 1n }))),
  );
const finish = (store: DurableStore, round: string) =>
  Promise.all(ARRIVAL.map((id) => store.finishTask(`${round} ${id}`, success(1n), { at: DAY })));

test('accounts are locked in one order, whatever order they come in', () => {
  expect(inLockOrder([...ARRIVAL, 'alpha'])).toEqual(ORDER);
});

describe.skipIf(!hasPostgres)('PostgreSQL with a language collation', () => {
  test.each([
    { what: 'a group in one statement', open: atOnce, prepare: async () => [], run: accept },
    { what: 'a group in steps', open: inSteps, prepare: async () => [], run: accept },
    { what: 'a group of ends', open: atOnce, prepare: accept, run: finish },
  ])('$what locks its accounts in the common order', async ({ open, prepare, run }) => {
    const connectionString = await createPostgresDatabase({ icuLocale: 'en' });
    const store = await openRich(connectionString, open);
    for (const [index, account] of ORDER.entries()) {
      await prepare(store, account);
      const group = () => run(store, account);
      const free = await freeWhileWaiting({ connectionString, account, group });
      expect(free, `while it waits for ${account}`).toEqual(new Set(ORDER.slice(index + 1)));
    }
  });

  test('groups of two processes never deadlock', async () => {
    const connectionString = await createPostgresDatabase({ icuLocale: 'en' });
    const name = connectionString.replace(/.*\/(\w+)\?.*/, '$1');
    await query(connectionString, `alter database ${name} set deadlock_timeout = '10ms'`);
    const first = await openRich(connectionString, atOnce);
    const second = await openRich(connectionString, inSteps);
    await Promise.all([first, second].map((store, index) => takeTurns(store, String(index))));
    // The counts of a connection are written when it closes, at the latest.
    await Promise.all([first.close(), second.close()]);
    const count = 'select deadlocks::int from pg_stat_database where datname = current_database()';
    expect(await query(connectionString, count)).toEqual([{ deadlocks: 0 }]);
  });
});

async function openRich(connectionString: string, open: Open): Promise<DurableStore> {
  const store = await open(connectionString);
  onTestFinished(() => store.close());
  for (const account of ARRIVAL) await store.deposit(account, USD, 0);
  return store;
}

/** The accounts that a group has not locked yet while it waits for one that is locked by another session. */
async function freeWhileWaiting({
  connectionString,
  account,
  group,
}: {
  readonly connectionString: string;
  readonly account: string;
  readonly group: () => Promise<unknown>;
}): Promise<ReadonlySet<unknown>> {
  const other = new Client({ connectionString });
  onTestFinished(() => other.end());
  await other.connect();
  await other.query('begin');
  await other.query('select from accounts where id = $1 for update', [account]);
  const running = group();
  const isWaiting = async () => at(await query(connectionString, WAITING), 0, 'waiting') === 1;
  await until('the group waits for the lock', isWaiting);
  const { rows } = await other.query('select id from accounts where id <> $1 for update skip locked', [
    account,
  ]);
  await other.query('rollback');
  await running;
  return new Set(rows.map(({ id }) => id));
}

/** Groups of tasks, each ended while the next is accepted. */
async function takeTurns(store: DurableStore, process: string): Promise<void> {
  let ending: Promise<unknown> = Promise.resolve();
  for (let round = 0; round < 40; round += 1) {
    const name = `${process} ${round}`;
    await accept(store, name);
    await ending;
    ending = finish(store, name);
  }
  await ending;
}
