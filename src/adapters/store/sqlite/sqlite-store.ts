import { Kysely, SqliteDialect } from 'kysely';
import { policies } from '../../../../generated/policies.ts';
import type { ScheduleJob } from '../../../gateway/ports/queue.ts';
import type { SecretBox } from '../../../gateway/ports/secret-box.ts';
import type { DurableStore } from '../durable-store.ts';
import { createSoleLease } from '../leases/lease.ts';
import { createReleaseByOthers } from '../leases/release-abandoned.ts';
import { migrate, needsMigration, sqliteDialect } from '../migrations/migrations.ts';
import { takeSqliteTurn } from '../retention/in-turn.ts';
import { releaseClaims } from '../sql/idempotency.ts';
import { createSqlStore } from '../sql/sql-store.ts';
import type { Tables } from '../sql/tables.ts';
import { checkSqlite } from '../sql/write-check.ts';
import { lockOutService, openSqliteDatabase } from './sqlite-database.ts';

/** The folder of an embedded database, and where its jobs go. */
export interface SqliteStoreOptions {
  /** Created if missing; used by one service at a time. */
  readonly folder: string;
  /** Whether this process is not the folder's service, like a command: a service may be running on it. False by default. */
  readonly isVisitor?: boolean;
  /** Called after the commit; fill the queue from `listPendingJobs` at startup. */
  readonly schedule: ScheduleJob;
  /** Longest wait for another process to release the folder. */
  readonly lockTimeoutMs?: number;
  /** Lifetime of an idempotency key in seconds. */
  readonly idempotencySeconds?: number;
  /** How webhook secrets are stored: plain by default. */
  readonly secretBox?: SecretBox | undefined;
}

/** Opens the store of a folder and migrates it; rejects when another service uses it. */
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
    schedule,
    lockKeys: async () => {}, // every transaction is exclusive
    idempotencySeconds,
    checkWrite: checkSqlite,
    takeTurn: takeSqliteTurn,
    secretBox,
    lease,
    releaseAbandoned: createReleaseByOthers(lease),
  });
}

/** Migrations never run under a running service: its prepared statements are for the schema it started with. */
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
