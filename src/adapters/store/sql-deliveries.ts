import type { Kysely } from 'kysely';
import type { Delivery, DeliveryStore } from '../../gateway/ports/store.ts';
import { fromDeliveryRow } from './sql-rows.ts';
import type { Tables } from './sql-tables.ts';
import { type SqlCore, transact } from './sql-work.ts';

/** Callbacks that are owed and what was tried. */
export function createDeliveryVerbs(core: SqlCore): DeliveryStore {
  const { db } = core;
  return {
    async findDelivery(taskId) {
      const [delivery] = await withAttempts(
        db,
        await db.selectFrom('deliveries').selectAll().where('task_id', '=', taskId).execute(),
      );
      return delivery;
    },
    recordAttempt: (taskId, attempt, next) =>
      transact(core, async ({ trx, jobs }) => {
        const nextAt = next.state === 'pending' ? next.nextAt : null;
        const { numUpdatedRows } = await trx
          .updateTable('deliveries')
          .set({ state: next.state, next_at: nextAt })
          .where('task_id', '=', taskId)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return;
        if (attempt) {
          const { at, durationMs, status = null, error = null } = attempt;
          const row = { task_id: taskId, at, duration_ms: Math.round(durationMs), status, error };
          await trx.insertInto('delivery_attempts').values(row).execute();
        }
        if (nextAt !== null) jobs.push({ job: { kind: 'deliver_callback', taskId }, dueAt: nextAt });
      }),
    async listDeliveries(limit) {
      const newest = db.selectFrom('deliveries').selectAll().orderBy('seq', 'desc').limit(limit);
      return withAttempts(db, await newest.execute());
    },
  };
}

async function withAttempts(
  db: Kysely<Tables>,
  rows: readonly Parameters<typeof fromDeliveryRow>[0][],
): Promise<readonly Delivery[]> {
  if (rows.length === 0) return [];
  const taskIds = rows.map(({ task_id }) => task_id);
  const attempts = await db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('task_id', 'in', taskIds)
    .orderBy('seq')
    .execute();
  const byTask = Map.groupBy(attempts, ({ task_id }) => task_id);
  return rows.map((row) => fromDeliveryRow(row, byTask.get(row.task_id) ?? []));
}
