import type { Dialect } from './migrations.ts';

/** SQL that creates a table. */
export function table(name: string, columns: readonly string[], { tableOptions }: Dialect): string {
  return `create table if not exists ${name} (${columns.join(', ')}) ${tableOptions}`;
}

/** Index on the entries of an account, in order. */
export const ENTRY_INDEX =
  'create index if not exists ledger_entries_by_account on ledger_entries (account_id, seq)';

/** A table of entries with these kinds. */
export function entryTable(name: string, kinds: readonly string[], dialect: Dialect): string {
  const postings = ['available', 'held', 'used', 'deposited'];
  const columns = [
    `seq ${dialect.sequence}`,
    'account_id text not null',
    `kind text not null check (kind in (${kinds.map((kind) => `'${kind}'`).join(', ')}))`,
    'reference text not null',
    `at ${dialect.integer} not null`,
    ...postings.map((posting) => `${posting} ${dialect.integer} not null`),
    `check (${postings.join(' + ')} = 0)`,
  ];
  return table(name, columns, dialect);
}

/** Accounts, ledger, holds, and what was charged. */
export function booksTables(dialect: Dialect): readonly string[] {
  const { integer } = dialect;
  const amount = (name: string) => `${name} ${integer} not null default 0 check (${name} >= 0)`;
  return [
    table('accounts', ['id text primary key', amount('available'), amount('held'), amount('used')], dialect),
    entryTable('ledger_entries', ['deposit', 'hold', 'settle', 'release'], dialect),
    ENTRY_INDEX,
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

/** Keys, and the secrets that sign callbacks. */
export function keyTables(dialect: Dialect): readonly string[] {
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

/** Tasks and how they ended. */
export function taskTables(dialect: Dialect): readonly string[] {
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

/** Callbacks and delivery attempts. */
export function deliveryTables(dialect: Dialect): readonly string[] {
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

/** Idempotency keys. */
export function claimTables(dialect: Dialect): readonly string[] {
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

/** Explicitly cached prompts. */
export function promptMarkTables(dialect: Dialect): readonly string[] {
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
