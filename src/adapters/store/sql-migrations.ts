import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Tables } from './sql-tables.ts';

/** What the two databases call the same thing. */
export interface Dialect {
  /** Type of a 64-bit integer column. */
  readonly integer: string;
  /** Definition of a column that counts rows. */
  readonly sequence: string;
  /** What follows the columns of a table. */
  readonly tableOptions: string;
  /** The same for a table of which each new row takes a page of its own. */
  readonly pageTableOptions: string;
}

/** Column types of SQLite; `strict` keeps anything but integers out of integer columns. */
export const sqliteDialect: Dialect = {
  integer: 'integer',
  sequence: 'integer primary key autoincrement',
  tableOptions: 'strict',
  pageTableOptions: 'strict',
};

/** Column types of PostgreSQL. */
export const postgresDialect: Dialect = {
  integer: 'bigint',
  sequence: 'bigint generated always as identity primary key',
  tableOptions: '',
  pageTableOptions: 'with (fillfactor = 10, autovacuum_enabled = off)',
};

/** Brings a database to the newest form; several processes may do so at once. Rejects for one that is newer than this code. */
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

/** Whether the database has an older form than this code knows; rejects when it has a newer one. */
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

/** Never change a migration that was released: add one. Each may be repeated after a crash in its midst. */
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
  };
}

/** Why a callback was discarded, and whether it is to be sent once more. */
const callbackColumns: Migration = {
  async up(db) {
    await addColumn(db, 'deliveries', 'reason text');
    await addColumn(db, 'deliveries', "resend text check (resend in ('asked', 'queued'))");
    const index =
      'create index if not exists deliveries_resend on deliveries (resend) where resend is not null';
    await sql.raw(index).execute(db);
  },
};

/** Which process claimed what, and which processes live. */
const ownerColumns = (dialect: Dialect): Migration => ({
  async up(db) {
    const columns = ['id text primary key', `expires_at ${dialect.integer} not null`];
    await sql.raw(table('owners', columns, dialect)).execute(db);
    await addColumn(db, 'idempotency', 'owner text');
    await addColumn(db, 'idempotency', 'token text');
  },
});

/** Which process delivers the answers that money is held for. */
const holdOwnerColumns = ({ integer }: Dialect): Migration => ({
  async up(db) {
    await addColumn(db, 'holds', 'owner text');
    await addColumn(db, 'holds', `lapsed_at ${integer}`);
    const index = 'create index if not exists holds_of_answers on holds (owner) where due_at is null';
    await sql.raw(index).execute(db);
  },
});

/** Adds a column that is not there: SQLite has no words for that. */
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

function table(name: string, columns: readonly string[], { tableOptions }: Dialect): string {
  return `create table if not exists ${name} (${columns.join(', ')}) ${tableOptions}`;
}

function booksTables(dialect: Dialect): readonly string[] {
  const { integer, sequence } = dialect;
  const amount = (name: string) => `${name} ${integer} not null default 0 check (${name} >= 0)`;
  const posting = (name: string) => `${name} ${integer} not null`;
  const postings = ['available', 'held', 'used', 'deposited'];
  return [
    table('accounts', ['id text primary key', amount('available'), amount('held'), amount('used')], dialect),
    table(
      'ledger_entries',
      [
        `seq ${sequence}`,
        'account_id text not null',
        "kind text not null check (kind in ('deposit', 'hold', 'settle', 'release'))",
        'reference text not null',
        `at ${integer} not null`,
        ...postings.map(posting),
        `check (${postings.join(' + ')} = 0)`,
      ],
      dialect,
    ),
    'create index if not exists ledger_entries_by_account on ledger_entries (account_id, seq)',
    table(
      'holds',
      [
        'id text primary key',
        'account_id text not null',
        'key_digest text not null',
        'model_id text not null',
        `amount ${integer} not null check (amount >= 0)`,
        `created_at ${integer} not null`,
        `due_at ${integer}`,
      ],
      dialect,
    ),
    table('key_charges', ['digest text primary key', amount('amount')], dialect),
    table(
      'daily_charges',
      [
        'account_id text not null',
        `day ${integer} not null`,
        'model text not null',
        amount('amount'),
        'primary key (account_id, day, model)',
      ],
      dialect,
    ),
  ];
}

function keyTables(dialect: Dialect): readonly string[] {
  const { integer, sequence } = dialect;
  return [
    table(
      'api_keys',
      [
        `seq ${sequence}`,
        'digest text not null unique',
        'account_id text not null references accounts (id)',
        'models text',
        'price_group text not null',
        'group_ratio text not null',
        `limit_requests ${integer}`,
        `limit_seconds ${integer}`,
        'hint text',
        `is_revoked ${integer} not null`,
      ],
      dialect,
    ),
    table('webhook_secrets', ['account_id text primary key', 'secrets text not null'], dialect),
  ];
}

function taskTables(dialect: Dialect): readonly string[] {
  const { integer } = dialect;
  return [
    table(
      'tasks',
      [
        'id text primary key',
        'account_id text not null',
        `created_at ${integer} not null`,
        `hold ${integer} not null`,
        'data text not null',
      ],
      dialect,
    ),
    table(
      'task_outcomes',
      [
        'task_id text primary key references tasks (id)',
        `finished_at ${integer} not null`,
        `charge ${integer} not null check (charge >= 0)`,
        'outcome text not null',
      ],
      dialect,
    ),
  ];
}

function deliveryTables(dialect: Dialect): readonly string[] {
  const { integer, sequence } = dialect;
  return [
    table(
      'deliveries',
      [
        `seq ${sequence}`,
        'task_id text not null unique references tasks (id)',
        'account_id text not null',
        'url text not null',
        'payload text not null',
        `created_at ${integer} not null`,
        "state text not null check (state in ('pending', 'delivered', 'failed', 'discarded'))",
        `next_at ${integer}`,
      ],
      dialect,
    ),
    "create index if not exists deliveries_pending on deliveries (next_at) where state = 'pending'",
    table(
      'delivery_attempts',
      [
        `seq ${sequence}`,
        'task_id text not null references deliveries (task_id)',
        `at ${integer} not null`,
        `duration_ms ${integer} not null`,
        `status ${integer}`,
        'error text',
      ],
      dialect,
    ),
    'create index if not exists delivery_attempts_by_task on delivery_attempts (task_id, seq)',
  ];
}

function claimTables(dialect: Dialect): readonly string[] {
  const { integer } = dialect;
  return [
    table(
      'idempotency',
      [
        'account_id text not null',
        'operation_id text not null',
        'idempotency_key text not null',
        'body_digest text not null',
        `claimed_at ${integer} not null`,
        `status ${integer}`,
        'body text',
        'primary key (account_id, operation_id, idempotency_key)',
      ],
      dialect,
    ),
    'create index if not exists idempotency_by_age on idempotency (claimed_at)',
  ];
}

function promptMarkTables(dialect: Dialect): readonly string[] {
  const columns = [
    'digest text not null',
    `expires_at ${dialect.integer} not null`,
    'primary key (digest, expires_at)',
  ];
  return [
    table('prompt_marks', columns, dialect),
    'create index if not exists prompt_marks_by_expiry on prompt_marks (expires_at)',
  ];
}
