import { Kysely, SqliteDialect } from 'kysely';
import { policies } from '../../../generated/policies.ts';
import type { ScheduleJob } from '../../gateway/ports/queue.ts';
import type { SecretBox } from '../../gateway/ports/secret-box.ts';
import type { DurableStore } from './durable-store.ts';
import { releaseClaims } from './sql-idempotency.ts';
import { migrate, sqliteDialect } from './sql-migrations.ts';
import { createSqlStore } from './sql-store.ts';
import type { Tables } from './sql-tables.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { checkSqlite } from './write-check.ts';

/** Where an embedded database lives, and where its jobs go. */
export interface SqliteStoreOptions {
  /** Created when it is not there; used by one process at a time. */
  readonly folder: string;
  /** Called after the commit; fill the queue from `listPendingJobs` at the start. */
  readonly schedule: ScheduleJob;
  /** Longest wait for another process to let go of the folder. */
  readonly lockTimeoutMs?: number;
  /** Seconds an idempotency key is remembered. */
  readonly idempotencySeconds?: number;
  /** How webhook secrets are kept: plain unless told. */
  readonly secretBox?: SecretBox | undefined;
}

/** Opens the store of a folder and brings it up to date; rejects when another process has it. */
export async function openSqliteStore({
  folder,
  schedule,
  lockTimeoutMs = 1000,
  idempotencySeconds = policies.idempotency.window_seconds,
  secretBox,
}: SqliteStoreOptions): Promise<DurableStore> {
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: openSqliteDatabase(folder, { lockTimeoutMs }) }),
  });
  await migrate(db, sqliteDialect);
  await releaseClaims(db);
  return createSqlStore({
    db,
    idempotencySeconds,
    checkWrite: checkSqlite,
    secretBox,
    enqueue: async (_transaction, jobs) => () => {
      for (const { job, dueAt } of jobs) schedule(job, dueAt);
    },
  });
}
