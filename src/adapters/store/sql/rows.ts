import type { Selectable } from 'kysely';
import type {
  ApiKey,
  Delivery,
  DeliveryAttempt,
  DeliveryState,
  LedgerEntry,
  NewDelivery,
  NewTask,
  Task,
  TaskOutcome,
} from '../../../gateway/ports/store.ts';
import type { KeyGroup } from '../durable-store.ts';
import { splitTask } from '../split-task.ts';
import type { NewRow, Tables } from './tables.ts';

type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;

/** A task as a row: its amount in a column, and its input apart from what polls read, both as JSON. */
export function toTaskRow(accepted: NewTask): NewRow<'tasks'> {
  const { task, input } = splitTask(accepted);
  const { id, accountId, createdAt, hold, ...data } = task;
  const json = { data: JSON.stringify(data), input: JSON.stringify(input) };
  const picture = accepted.picture ?? null;
  return { id, account_id: accountId, created_at: createdAt, hold, ...json, picture };
}

export function toOutcomeRow(
  taskId: string,
  { charge, ...outcome }: TaskOutcome,
  finishedAt: number,
): NewRow<'task_outcomes'> {
  return { task_id: taskId, finished_at: finishedAt, charge, outcome: JSON.stringify(outcome) };
}

/** A task and its end, if it has ended. */
export function fromTaskRow(
  row: PolledRow & {
    [Column in 'finished_at' | 'charge' | 'outcome']: Row<'task_outcomes'>[Column] | null;
  },
): Task {
  const task = toTask(row);
  if (row.finished_at === null || row.outcome === null) return task;
  const outcome = { ...JSON.parse(row.outcome), charge: row.charge } as TaskOutcome; // written by toOutcomeRow
  return { ...task, finishedAt: Number(row.finished_at), outcome };
}

/** A task that has not ended, with its input. */
export function fromUnfinishedRow(row: Pick<Row<'tasks'>, keyof PolledRow | 'input'>): NewTask {
  return { ...toTask(row), ...JSON.parse(row.input ?? '{}') } as NewTask; // written by toTaskRow
}

type PolledRow = Omit<Row<'tasks'>, 'input' | 'picture'>;

function toTask(row: PolledRow): Task {
  return {
    ...JSON.parse(row.data),
    id: row.id,
    accountId: row.account_id,
    createdAt: Number(row.created_at),
    hold: row.hold,
  } as Task; // written by toTaskRow
}

export function toEntryRow({ accountId, ...entry }: LedgerEntry): NewRow<'ledger_entries'> {
  return { account_id: accountId, ...entry };
}

export function fromEntryRow(row: Row<'ledger_entries'>): LedgerEntry {
  const { account_id: accountId, seq: _seq, kind, at, ...entry } = row;
  return { ...entry, accountId, at: Number(at), kind: kind as LedgerEntry['kind'] }; // the column is checked
}

/** A pending callback as a row; its first attempt is due at once. */
export function toDeliveryRow({
  taskId,
  accountId,
  createdAt,
  ...delivery
}: NewDelivery): NewRow<'deliveries'> {
  const due = { created_at: createdAt, next_at: createdAt, state: 'pending' };
  return { task_id: taskId, account_id: accountId, ...delivery, ...due };
}

export function fromDeliveryRow(
  row: Row<'deliveries'>,
  attempts: readonly Row<'delivery_attempts'>[],
): Delivery {
  return {
    taskId: row.task_id,
    accountId: row.account_id,
    url: row.url,
    payload: row.payload,
    createdAt: Number(row.created_at),
    state: row.state as DeliveryState, // the column is checked
    attempts: attempts.map(fromAttemptRow),
    ...(row.next_at === null ? {} : { nextAt: Number(row.next_at) }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.resend === 'queued' ? { isResendDue: true } : {}),
  };
}

function fromAttemptRow({ at, duration_ms, status, error }: Row<'delivery_attempts'>): DeliveryAttempt {
  return {
    at: Number(at),
    durationMs: Number(duration_ms),
    ...(status === null ? {} : { status: Number(status) }),
    ...(error === null ? {} : { error }),
  };
}

export function toGroupRow({ name, ratio, models }: KeyGroup): NewRow<'key_groups'> {
  return { name, ratio, models: toModels(models) };
}

export function fromGroupRow({ name, ratio, models }: Row<'key_groups'>): KeyGroup {
  return { name, ratio, models: fromModels(models) };
}

function toModels(names: readonly string[] | undefined): string | null {
  return names ? JSON.stringify(names) : null;
}

function fromModels(text: string | null): readonly string[] | undefined {
  return text === null ? undefined : (JSON.parse(text) as readonly string[]); // written by toModels
}

export function toKeyRow(key: ApiKey): NewRow<'api_keys'> {
  return {
    digest: key.digest,
    account_id: key.accountId,
    models: toModels(key.models),
    price_group: key.group,
    group_ratio: key.groupRatio,
    group_models: toModels(key.groupModels),
    quota: key.quota ?? null,
    limit_requests: key.rateLimit?.requests ?? null,
    limit_seconds: key.rateLimit?.seconds ?? null,
    hint: key.hint ?? null,
    is_revoked: key.isRevoked ? 1 : 0,
  };
}

/** A key; optional members are present only when set. */
export function fromKeyRow(row: Row<'api_keys'>): ApiKey {
  const { limit_requests: requests, limit_seconds: seconds, hint, quota } = row;
  const groupModels = fromModels(row.group_models);
  return {
    digest: row.digest,
    accountId: row.account_id,
    models: fromModels(row.models),
    ...(quota === null ? {} : { quota }),
    group: row.price_group,
    groupRatio: row.group_ratio,
    ...(groupModels ? { groupModels } : {}),
    ...(requests === null || seconds === null
      ? {}
      : { rateLimit: { requests: Number(requests), seconds: Number(seconds) } }),
    ...(hint === null ? {} : { hint }),
    ...(row.is_revoked === 0n ? {} : { isRevoked: true }),
  };
}
