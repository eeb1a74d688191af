import type { Kysely } from 'kysely';
import type { Delivery } from '../../../gateway/ports/store.ts';
import type { DurableStore } from '../durable-store.ts';
import type { GroupCommit } from '../groups/group-commit.ts';
import { createGroupRead, padded } from '../groups/group-read.ts';
import type { RecordedAttempt } from './attempts.ts';
import { fromDeliveryRow } from './rows.ts';
import type { Tables } from './tables.ts';
import { type SqlCore, transact } from './work.ts';

type DeliveryOperations = Pick<
  DurableStore,
  'findDelivery' | 'recordAttempt' | 'postponeDelivery' | 'listDeliveries' | 'requestResend' | 'queueResends'
>;

/** Operations on callbacks and their attempts; attempts are recorded in groups. */
export function createDeliveryOperations(
  core: SqlCore,
  attempts: GroupCommit<RecordedAttempt, undefined>,
): DeliveryOperations {
  const { db } = core;
  return {
    findDelivery: createGroupRead<Delivery>(async (taskIds) => {
      const rows = await db.selectFrom('deliveries').selectAll().where('task_id', 'in', taskIds).execute();
      return new Map((await withAttempts(db, rows)).map((delivery) => [delivery.taskId, delivery]));
    }),
    recordAttempt: (taskId, outcome) => attempts.add({ taskId, ...outcome }),
    postponeDelivery: (taskId, until) =>
      attempts.add({ taskId, next: { state: 'postponed', nextAt: until } }),
    async listDeliveries(limit, state) {
      const all = db.selectFrom('deliveries').selectAll();
      const wanted = state === undefined ? all : all.where('state', '=', state);
      const newest = wanted.orderBy('seq', 'desc').limit(limit);
      return withAttempts(db, await newest.execute());
    },
    async requestResend(taskId) {
      const { numUpdatedRows } = await db
        .updateTable('deliveries')
        .set({ resend: 'asked' })
        .where('task_id', '=', taskId)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    async queueResends(now) {
      const first = db.selectFrom('deliveries').select('task_id').where('resend', '=', 'asked').limit(1);
      if (!(await first.executeTakeFirst())) return 0;
      return transact(core, async ({ trx, jobs }) => {
        const asked = await trx
          .updateTable('deliveries')
          .set({ resend: 'queued' })
          .where('resend', '=', 'asked')
          .returning('task_id as taskId')
          .execute();
        for (const { taskId } of asked) jobs.push({ job: { kind: 'deliver_callback', taskId }, dueAt: now });
        return asked.length;
      });
    },
  };
}

async function withAttempts(
  db: Kysely<Tables>,
  rows: readonly Parameters<typeof fromDeliveryRow>[0][],
): Promise<readonly Delivery[]> {
  if (rows.length === 0) return [];
  const taskIds = padded(rows.map(({ task_id }) => task_id));
  const attempts = await db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('task_id', 'in', taskIds)
    .orderBy('seq')
    .execute();
  const byTask = Map.groupBy(attempts, ({ task_id }) => task_id);
  return rows.map((row) => fromDeliveryRow(row, byTask.get(row.task_id) ?? []));
}
