import { sql } from 'kysely';
import type { DeliveryAttempt, DeliveryStep } from '../../../gateway/ports/store.ts';
import { padded } from '../groups/group-read.ts';
import type { NewRow } from './tables.ts';
import type { Work } from './work.ts';

/** An attempt to record, and what follows; one that could not be made is `postponed`. */
export interface RecordedAttempt {
  readonly taskId: string;
  readonly attempt?: DeliveryAttempt;
  readonly next: DeliveryStep | Postponement;
}

interface Postponement {
  readonly state: 'postponed';
  readonly nextAt: number;
}

/** Records attempts, those of one callback in order; callbacks that are not pending are skipped. */
export async function recordAttempts(
  { trx, jobs }: Work,
  recorded: readonly RecordedAttempt[],
): Promise<readonly undefined[]> {
  const owed = new Set<string>();
  // The final state of each callback; those with the same state are updated together, and most are delivered.
  const last = new Map(recorded.map((one) => [one.taskId, one]));
  const groups = Map.groupBy(last.values(), (one) => JSON.stringify(one.next));
  for (const group of groups.values()) for (const id of await keepEnd(trx, group)) owed.add(id);
  const kept = recorded.filter(({ taskId }) => owed.has(taskId));
  const attempts = kept.flatMap(({ taskId, attempt }) => (attempt ? [toAttemptRow(taskId, attempt)] : []));
  if (attempts.length > 0) await trx.insertInto('delivery_attempts').values(attempts).execute();
  for (const { taskId, next } of kept)
    if ('nextAt' in next) jobs.push({ job: { kind: 'deliver_callback', taskId }, dueAt: next.nextAt });
  return recorded.map(() => undefined);
}

/** Updates callbacks with the same state; returns the ids of pending ones. */
async function keepEnd(trx: Work['trx'], group: readonly RecordedAttempt[]): Promise<readonly string[]> {
  const [first] = group;
  if (!first) return [];
  const rows = await trx
    .updateTable('deliveries')
    .set(first.next.state === 'postponed' ? toPostponedRow(first.next) : toEndRow(first.next))
    .where('task_id', 'in', padded(group.map(({ taskId }) => taskId).sort()))
    .returning('task_id')
    .execute();
  return rows.map(({ task_id }) => task_id);
}

/** The attempt that the operator requested has been made, unless another was requested meanwhile. */
function toEndRow(next: DeliveryStep) {
  return {
    state: next.state,
    next_at: next.state === 'pending' ? next.nextAt : null,
    reason: (next.state === 'discarded' ? next.reason : undefined) ?? null,
    resend: sql<string | null>`nullif(resend, 'queued')`,
    claimed_by: null,
    claimed_until: null,
  };
}

/** It must not be claimed earlier either: a requested attempt has no due time. */
function toPostponedRow({ nextAt }: Postponement) {
  const later = sql<bigint | null>`case when state = 'pending' then ${nextAt} else next_at end`;
  return { next_at: later, claimed_by: null, claimed_until: nextAt };
}

function toAttemptRow(taskId: string, attempt: DeliveryAttempt): NewRow<'delivery_attempts'> {
  const { at, durationMs, status, error } = attempt;
  const answer = { status: status ?? null, error: error ?? null };
  return { task_id: taskId, at, duration_ms: Math.round(durationMs), ...answer };
}
