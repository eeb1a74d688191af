import { Kysely, SqliteDialect } from 'kysely';
import { policies } from '../../../generated/policies.ts';
import type { ScheduleJob } from '../../gateway/ports/queue.ts';
import type { SecretBox } from '../../gateway/ports/secret-box.ts';
import type { DurableStore } from './durable-store.ts';
import { createSoleLease } from './leases/lease.ts';
import { createReleaseByOthers } from './leases/release-abandoned.ts';
import { takeSqliteTurn } from './retention/in-turn.ts';
import { releaseClaims } from './sql-idempotency.ts';
import { migrate, needsMigration, sqliteDialect } from './sql-migrations.ts';
import { createSqlStore } from './sql-store.ts';
import type { Tables } from './sql-tables.ts';
import { lockOutService, openSqliteDatabase } from './sqlite-database.ts';
import { checkSqlite } from './write-check.ts';

/** Where an embedded database lives, and where its jobs go. */
export interface SqliteStoreOptions {
  /** Created when it is not there; one service at a time uses it. */
  readonly folder: string;
  /** Whether this process only visits the folder, as commands do: a service may run on it. False unless told. */
  readonly isVisitor?: boolean;
  /** Called after the commit; fill the queue from `listPendingJobs` at the start. */
  readonly schedule: ScheduleJob;
  /** Longest wait for another process to let go of the folder. */
  readonly lockTimeoutMs?: number;
  /** Seconds an idempotency key is remembered. */
  readonly idempotencySeconds?: number;
  /** How webhook secrets are kept: plain unless told. */
  readonly secretBox?: SecretBox | undefined;
}

/** Opens the store of a folder and brings it up to date; rejects when another service has it. */
export async function openSqliteStore({
  folder,
  schedule,
  isVisitor = false,
  lockTimeoutMs = policies.database.file_lock_timeout_seconds * 1000,
  idempotencySeconds = policies.idempotency.window_seconds,
  secretBox,
}: SqliteStoreOptions): Promise<DurableStore> {
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: openSqliteDatabase(folder, { lockTimeoutMs, isVisitor }) }),
  });
  try {
    if (isVisitor) await migrateAsVisitor(db, { folder, timeoutMs: lockTimeoutMs });
    else {
      await migrate(db, sqliteDialect);
      await releaseClaims(db);
    }
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const lease = createSoleLease();
  return createSqlStore({
    db,
    idempotencySeconds,
    checkWrite: checkSqlite,
    takeTurn: takeSqliteTurn,
    secretBox,
    lease,
    releaseAbandoned: createReleaseByOthers(lease),
    enqueue: async (_transaction, jobs) => () => {
      for (const { job, dueAt } of jobs) schedule(job, dueAt);
    },
  });
}

/** Tables change under no service that runs: its statements are made for the form they had when it began. */
async function migrateAsVisitor(
  db: Kysely<Tables>,
  { folder, timeoutMs }: { readonly folder: string; readonly timeoutMs: number },
): Promise<void> {
  if (!(await needsMigration(db, sqliteDialect))) return;
  const unlock = lockOutService(folder, { timeoutMs });
  try {
    await migrate(db, sqliteDialect);
  } finally {
    unlock();
  }
}
