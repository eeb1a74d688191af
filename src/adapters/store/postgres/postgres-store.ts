import { Kysely, PostgresDialect } from 'kysely';
import { policies } from '../../../../generated/policies.ts';
import type { DueWork, ScheduleJob } from '../../../gateway/ports/queue.ts';
import type { SecretBox } from '../../../gateway/ports/secret-box.ts';
import { openPostgresPool } from '../../database/postgres-pool.ts';
import type { DurableStore } from '../durable-store.ts';
import { createLease, type StartWatch } from '../leases/lease.ts';
import { releaseAbandoned } from '../leases/release-abandoned.ts';
import { takePostgresTurn } from '../retention/in-turn.ts';
import { createSqlStore } from '../sql/sql-store.ts';
import type { Tables } from '../sql/tables.ts';
import { createPostgresWriteCheck } from '../sql/write-check.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { createPostgresClaims } from './postgres-claims.ts';
import { lockPostgresKeys } from './postgres-keys.ts';
import { createReserveAtOnce } from './postgres-reserve.ts';

/** Where the database is, and what is notified of new jobs. */
export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database` */
  readonly connectionString: string;
  /** Called after the commit, so that this process looks for due jobs at once. */
  readonly schedule: ScheduleJob;
  /** Maximum number of connections. */
  readonly poolSize?: number;
  /** Lifetime of an idempotency key in seconds. */
  readonly idempotencySeconds?: number;
  /** How webhook secrets are stored: plain by default. */
  readonly secretBox?: SecretBox | undefined;
  /** Measures how long this process has been silent. */
  readonly startWatch?: StartWatch;
}

/** A store that several processes share, and their due work. */
export type PostgresStore = DurableStore & DueWork;

/** Opens the store in a PostgreSQL database and migrates it; any number of processes may share it. */
export async function openPostgresStore({
  connectionString,
  schedule,
  poolSize = 10,
  idempotencySeconds = policies.idempotency.window_seconds,
  secretBox,
  startWatch,
}: PostgresStoreOptions): Promise<PostgresStore> {
  await migrateWithoutTimeouts(connectionString);
  const pool = openPostgresPool({ connectionString, max: poolSize, name: 'gatewright' });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const [reserve, checkWrite] = [createReserveAtOnce(pool), createPostgresWriteCheck()];
  const lease = createLease(db, startWatch);
  const store = createSqlStore({
    db,
    schedule,
    lockKeys: lockPostgresKeys,
    idempotencySeconds,
    secretBox,
    reserve,
    checkWrite,
    takeTurn: takePostgresTurn,
    lease,
    releaseAbandoned,
  });
  return { ...store, ...createPostgresClaims(pool) };
}

async function migrateWithoutTimeouts(connectionString: string): Promise<void> {
  const pool = openPostgresPool({ connectionString, max: 1, name: 'gatewright tables', hasNoTimeouts: true });
  await using db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  await migratePostgres(db);
}
