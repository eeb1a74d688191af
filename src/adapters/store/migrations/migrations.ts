import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Tables } from '../sql/tables.ts';
import { allowBalanceEntries } from './balance-entries.ts';
import { booksTables, promptMarkTables, taskTables } from './first-tables.ts';
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
  const { integer, tableOptions, pageTableOptions, isShared } = dialect;
  return {
    '001-books': inSteps(booksTables(dialect)),
    '002-tasks': inSteps(taskTables(dialect)),
    '003-prompt-marks': inSteps(promptMarkTables(dialect)),
    '004-callbacks': inSteps([
      column('deliveries', 'reason text'),
      column('deliveries', "resend text check (resend in ('asked', 'queued'))"),
      'create index if not exists deliveries_resend on deliveries (resend) where resend is not null',
    ]),
    '005-write-checks': inSteps([
      `create table if not exists write_checks (filler text not null) ${pageTableOptions}`,
    ]),
    '006-owners': inSteps([
      `create table if not exists owners (id text primary key, expires_at ${integer} not null) ${tableOptions}`,
      column('idempotency', 'owner text'),
      column('idempotency', 'token text'),
    ]),
    '007-hold-owners': inSteps([
      column('holds', 'owner text'),
      column('holds', `lapsed_at ${integer}`),
      'create index if not exists holds_of_answers on holds (owner) where due_at is null',
    ]),
    '008-task-inputs': inSteps([
      column('tasks', 'input text'),
      (db) => moveTaskInputs(db as Kysely<Tables>), // migrations are given no types
    ]),
    '009-retention': inSteps([
      'create index if not exists task_outcomes_by_age on task_outcomes (finished_at)',
      (db) => allowBalanceEntries(db, dialect),
    ]),
    '010-task-pictures': inSteps([column('tasks', 'picture text')]),
    '011-claims': inSteps([
      column('holds', 'claimed_by text'),
      column('holds', `claimed_until ${integer}`),
      column('deliveries', 'claimed_by text'),
      column('deliveries', `claimed_until ${integer}`),
      ...(isShared
        ? ['create index if not exists holds_due on holds (due_at) where due_at is not null']
        : []),
    ]),
    '012-quotas-and-groups': inSteps([
      column('api_keys', `quota ${integer} check (quota >= 0)`),
      column('api_keys', 'group_models text'),
      column('holds', 'quota_key text'),
      'create index if not exists holds_of_quotas on holds (quota_key) where quota_key is not null',
      `create table if not exists key_groups (name text primary key, ratio text not null, models text) ${tableOptions}`,
    ]),
  };
}

/** A statement, or a change that takes more than that. */
type Step = string | ((db: Kysely<unknown>) => Promise<void>);

function inSteps(steps: readonly Step[]): Migration {
  return {
    async up(db) {
      for (const step of steps) await (typeof step === 'string' ? sql.raw(step).execute(db) : step(db));
    },
  };
}

/** Adds a column unless it exists: SQLite has no syntax for that. */
function column(tableName: string, definition: string): Step {
  return async (db) => {
    const known = (await db.introspection.getTables()).find(({ name }) => name === tableName);
    if (known?.columns.some(({ name }) => definition.startsWith(`${name} `))) return;
    await sql.raw(`alter table ${tableName} add column ${definition}`).execute(db);
  };
}
