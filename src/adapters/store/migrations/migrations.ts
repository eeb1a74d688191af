import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Tables } from '../sql/tables.ts';
import { allowBalanceEntries } from './balance-entries.ts';
import {
  booksTables,
  claimTables,
  deliveryTables,
  keyTables,
  promptMarkTables,
  table,
  taskTables,
} from './first-tables.ts';
import { moveTaskInputs } from './task-inputs.ts';

/** SQL that differs between the two databases. */
export interface Dialect {
  /** Type of a 64-bit integer column. */
  readonly integer: string;
  /** Definition of an auto-increment column. */
  readonly sequence: string;
  /** What follows the columns of a table. */
  readonly tableOptions: string;
  /** The same for a table in which each new row takes a page of its own. */
  readonly pageTableOptions: string;
  /** Whether several processes share the due work of a database. */
  readonly isShared: boolean;
}

/** Column types of SQLite; `strict` keeps anything but integers out of integer columns. */
export const sqliteDialect: Dialect = {
  integer: 'integer',
  sequence: 'integer primary key autoincrement',
  tableOptions: 'strict',
  pageTableOptions: 'strict',
  isShared: false,
};

/** Column types of PostgreSQL. */
export const postgresDialect: Dialect = {
  integer: 'bigint',
  sequence: 'bigint generated always as identity primary key',
  tableOptions: '',
  pageTableOptions: 'with (fillfactor = 10, autovacuum_enabled = off)',
  isShared: true,
};

/** Migrates a database to the current version; several processes may do so at once. Rejects for a newer version than this code. */
export async function migrate(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  if (!(await needsMigration(db, dialect))) return;
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations(dialect) },
    migrationTableName: MIGRATION_TABLE,
    migrationLockTableName: 'gatewright_migrations_lock',
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

const MIGRATION_TABLE = 'gatewright_migrations';

/** Whether the database has an older version than this code; rejects when it has a newer one. */
export async function needsMigration(db: Kysely<Tables>, dialect: Dialect): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === MIGRATION_TABLE)) return true;
  const made = await sql<{ readonly name: string }>`select name from ${sql.id(MIGRATION_TABLE)}`.execute(db);
  const known = new Set(Object.keys(migrations(dialect)));
  if (made.rows.every(({ name }) => known.has(name))) return made.rows.length < known.size;
  throw new Error(
    'the database was used by a newer version of gatewright: use that version, or restore a backup.',
  );
}

/** Never change a migration that was released: add one. Each may be repeated after a crash halfway through. */
function migrations(dialect: Dialect): Record<string, Migration> {
  return {
    '001-books': statements([...booksTables(dialect), ...keyTables(dialect)]),
    '002-tasks': statements([...taskTables(dialect), ...deliveryTables(dialect), ...claimTables(dialect)]),
    '003-prompt-marks': statements(promptMarkTables(dialect)),
    '004-callbacks': callbackColumns,
    '005-write-checks': statements([
      `create table if not exists write_checks (filler text not null) ${dialect.pageTableOptions}`,
    ]),
    '006-owners': ownerColumns(dialect),
    '007-hold-owners': holdOwnerColumns(dialect),
    '008-task-inputs': taskInputColumn,
    '009-retention': retention(dialect),
    '010-task-pictures': taskPictureColumn,
    '011-claims': claimColumns(dialect),
  };
}

/** Why a callback was discarded, and whether it is to be resent. */
const callbackColumns: Migration = {
  async up(db) {
    await addColumn(db, 'deliveries', 'reason text');
    await addColumn(db, 'deliveries', "resend text check (resend in ('asked', 'queued'))");
    const index =
      'create index if not exists deliveries_resend on deliveries (resend) where resend is not null';
    await sql.raw(index).execute(db);
  },
};

/** Which process holds each claim, and the leases of processes. */
const ownerColumns = (dialect: Dialect): Migration => ({
  async up(db) {
    const columns = ['id text primary key', `expires_at ${dialect.integer} not null`];
    await sql.raw(table('owners', columns, dialect)).execute(db);
    await addColumn(db, 'idempotency', 'owner text');
    await addColumn(db, 'idempotency', 'token text');
  },
});

/** Which process delivers the text answer of each hold. */
const holdOwnerColumns = ({ integer }: Dialect): Migration => ({
  async up(db) {
    await addColumn(db, 'holds', 'owner text');
    await addColumn(db, 'holds', `lapsed_at ${integer}`);
    const index = 'create index if not exists holds_of_answers on holds (owner) where due_at is null';
    await sql.raw(index).execute(db);
  },
});

/** Task inputs, apart from what polls read. */
const taskInputColumn: Migration = {
  async up(db) {
    await addColumn(db, 'tasks', 'input text');
    await moveTaskInputs(db as Kysely<Tables>); // migrations are given no types
  },
};

/** The pictures that clips begin with. */
const taskPictureColumn: Migration = {
  up: (db) => addColumn(db, 'tasks', 'picture text'),
};

/** Indexes for removal by age, and balance entries in the ledger. */
const retention = (dialect: Dialect): Migration => ({
  async up(db) {
    const index = 'create index if not exists task_outcomes_by_age on task_outcomes (finished_at)';
    await sql.raw(index).execute(db);
    await allowBalanceEntries(db, dialect);
  },
});

/** Which process is working on what is due, and until when no other may. */
const claimColumns = ({ integer, isShared }: Dialect): Migration => ({
  async up(db) {
    for (const name of ['holds', 'deliveries']) {
      await addColumn(db, name, 'claimed_by text');
      await addColumn(db, name, `claimed_until ${integer}`);
    }
    const index = 'create index if not exists holds_due on holds (due_at) where due_at is not null';
    if (isShared) await sql.raw(index).execute(db);
  },
});

/** Adds a column unless it exists: SQLite has no syntax for that. */
async function addColumn(db: Kysely<unknown>, tableName: string, definition: string): Promise<void> {
  const known = (await db.introspection.getTables()).find(({ name }) => name === tableName);
  if (known?.columns.some(({ name }) => definition.startsWith(`${name} `))) return;
  await sql.raw(`alter table ${tableName} add column ${definition}`).execute(db);
}

function statements(texts: readonly string[]): Migration {
  return {
    async up(db) {
      for (const text of texts) await sql.raw(text).execute(db);
    },
  };
}
