import type { Dialect } from './migrations.ts';

/** Index on the entries of an account, in order. */
export const ENTRY_INDEX =
  'create index if not exists ledger_entries_by_account on ledger_entries (account_id, seq)';

/** A table of entries with these kinds. */
export function entryTable(
  name: string,
  kinds: readonly string[],
  { integer, sequence, tableOptions }: Dialect,
): string {
  return `create table if not exists ${name} (
    seq ${sequence},
    account_id text not null,
    kind text not null check (kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})),
    reference text not null,
    at ${integer} not null,
    available ${integer} not null,
    held ${integer} not null,
    used ${integer} not null,
    deposited ${integer} not null,
    check (available + held + used + deposited = 0)
  ) ${tableOptions}`;
}

/** Accounts, ledger, holds, what was charged, keys, and the secrets that sign callbacks. */
export function booksTables(dialect: Dialect): readonly string[] {
  const { integer, sequence, tableOptions } = dialect;
  const amount = (name: string) => `${name} ${integer} not null default 0 check (${name} >= 0)`;
  return [
    `create table if not exists accounts (
      id text primary key,
      ${amount('available')},
      ${amount('held')},
      ${amount('used')}
    ) ${tableOptions}`,
    entryTable('ledger_entries', ['deposit', 'hold', 'settle', 'release'], dialect),
    ENTRY_INDEX,
    `create table if not exists holds (
      id text primary key,
      account_id text not null,
      key_digest text not null,
      model_id text not null,
      amount ${integer} not null check (amount >= 0),
      created_at ${integer} not null,
      due_at ${integer}
    ) ${tableOptions}`,
    `create table if not exists key_charges (digest text primary key, ${amount('amount')}) ${tableOptions}`,
    `create table if not exists daily_charges (
      account_id text not null,
      day ${integer} not null,
      model text not null,
      ${amount('amount')},
      primary key (account_id, day, model)
    ) ${tableOptions}`,
    `create table if not exists api_keys (
      seq ${sequence},
      digest text not null unique,
      account_id text not null references accounts (id),
      models text,
      price_group text not null,
      group_ratio text not null,
      limit_requests ${integer},
      limit_seconds ${integer},
      hint text,
      is_revoked ${integer} not null
    ) ${tableOptions}`,
    `create table if not exists webhook_secrets (account_id text primary key, secrets text not null) ${tableOptions}`,
  ];
}

/** Tasks and how they ended, callbacks and delivery attempts, and idempotency keys. */
export function taskTables({ integer, sequence, tableOptions }: Dialect): readonly string[] {
  return [
    `create table if not exists tasks (
      id text primary key,
      account_id text not null,
      created_at ${integer} not null,
      hold ${integer} not null,
      data text not null
    ) ${tableOptions}`,
    `create table if not exists task_outcomes (
      task_id text primary key references tasks (id),
      finished_at ${integer} not null,
      charge ${integer} not null check (charge >= 0),
      outcome text not null
    ) ${tableOptions}`,
    `create table if not exists deliveries (
      seq ${sequence},
      task_id text not null unique references tasks (id),
      account_id text not null,
      url text not null,
      payload text not null,
      created_at ${integer} not null,
      state text not null check (state in ('pending', 'delivered', 'failed', 'discarded')),
      next_at ${integer}
    ) ${tableOptions}`,
    "create index if not exists deliveries_pending on deliveries (next_at) where state = 'pending'",
    `create table if not exists delivery_attempts (
      seq ${sequence},
      task_id text not null references deliveries (task_id),
      at ${integer} not null,
      duration_ms ${integer} not null,
      status ${integer},
      error text
    ) ${tableOptions}`,
    'create index if not exists delivery_attempts_by_task on delivery_attempts (task_id, seq)',
    `create table if not exists idempotency (
      account_id text not null,
      operation_id text not null,
      idempotency_key text not null,
      body_digest text not null,
      claimed_at ${integer} not null,
      status ${integer},
      body text,
      primary key (account_id, operation_id, idempotency_key)
    ) ${tableOptions}`,
    'create index if not exists idempotency_by_age on idempotency (claimed_at)',
  ];
}

export function promptMarkTables({ integer, tableOptions }: Dialect): readonly string[] {
  return [
    `create table if not exists prompt_marks (
      digest text not null,
      expires_at ${integer} not null,
      primary key (digest, expires_at)
    ) ${tableOptions}`,
    'create index if not exists prompt_marks_by_expiry on prompt_marks (expires_at)',
  ];
}
