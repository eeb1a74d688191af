import type { ColumnType, Generated, Insertable } from 'kysely';

/** Integers are 64 bits wide in both databases and are read as bigint. */
type Integer = ColumnType<bigint, bigint | number, bigint | number>;
type OptionalInteger = ColumnType<bigint | null, bigint | number | null, bigint | number | null>;
type Sequence = Generated<bigint>;

/** Amounts in 1e-9 USD, times in milliseconds since the Unix epoch, `data`, `outcome` and `body` as JSON text. */
export interface Tables {
  accounts: { id: string; available: Integer; held: Integer; used: Integer };
  api_keys: {
    seq: Sequence;
    digest: string;
    account_id: string;
    models: string | null;
    price_group: string;
    /** The terms of the group, so that a key is read from one row: `changeGroup` changes them. */
    group_ratio: string;
    group_models: string | null;
    quota: OptionalInteger;
    limit_requests: OptionalInteger;
    limit_seconds: OptionalInteger;
    hint: string | null;
    is_revoked: Integer;
  };
  /** The groups that the operator defined; `models` as JSON text. */
  key_groups: { name: string; ratio: string; models: string | null };
  webhook_secrets: { account_id: string; secrets: string };
  /**
   * A current hold: deleting the row settles it. `due_at` is set for tasks, `owner` for text answers: the
   * process that delivers them. A due task is claimed as a callback is. `lapsed_at` is set, and the amount is zero, after the hold was released because its owner's lease expired.
   */
  holds: {
    id: string;
    account_id: string;
    key_digest: string;
    /** The same digest, when the key has a quota: only these are indexed. */
    quota_key: string | null;
    model_id: string;
    amount: Integer;
    created_at: Integer;
    due_at: OptionalInteger;
    owner: string | null;
    lapsed_at: OptionalInteger;
    claimed_by: string | null;
    claimed_until: OptionalInteger;
  };
  ledger_entries: {
    seq: Sequence;
    account_id: string;
    kind: string;
    reference: string;
    at: Integer;
    available: Integer;
    held: Integer;
    used: Integer;
    deposited: Integer;
  };
  key_charges: { digest: string; amount: Integer };
  daily_charges: { account_id: string; day: Integer; model: string; amount: Integer };
  /**
   * `input` is the input of the task: never read by polls, and null when it has ended. `picture` is what its clip begins with, in
   * base64: read only to render the clip.
   */
  tasks: {
    id: string;
    account_id: string;
    created_at: Integer;
    hold: Integer;
    data: string;
    input: string | null;
    picture: string | null;
  };
  task_outcomes: { task_id: string; finished_at: Integer; charge: Integer; outcome: string };
  deliveries: {
    seq: Sequence;
    task_id: string;
    account_id: string;
    url: string;
    payload: string;
    created_at: Integer;
    state: string;
    next_at: OptionalInteger;
    /** Why it was discarded. */
    reason: string | null;
    /** An attempt that the operator requested: `asked`, then `queued` until it was made. */
    resend: string | null;
    /** The process that delivers it, and until when no other may, unless the claim is extended: by the clock of PostgreSQL. */
    claimed_by: string | null;
    claimed_until: OptionalInteger;
  };
  delivery_attempts: {
    seq: Sequence;
    task_id: string;
    at: Integer;
    duration_ms: Integer;
    status: OptionalInteger;
    error: string | null;
  };
  idempotency: {
    account_id: string;
    operation_id: string;
    idempotency_key: string;
    body_digest: string;
    claimed_at: Integer;
    status: OptionalInteger;
    body: string | null;
    /** The process that claimed it, and the token of the claim. */
    owner: string | null;
    token: string | null;
  };
  /** The leases of the processes on this database, by the database's clock. */
  owners: { id: string; expires_at: Integer };
  /** Explicitly cached prompts; one that was created again before it expired has a row for each creation. */
  prompt_marks: { digest: string; expires_at: Integer };
  /** Written to prove that the database is writable; never read. */
  write_checks: { filler: string };
}

export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
