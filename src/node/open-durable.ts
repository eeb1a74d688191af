import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { scrub } from '../adapters/logging/scrub.ts';
import { createSecretBox } from '../adapters/platform/create-secret-box.ts';
import { createMemoryRateLimiter } from '../adapters/rate-limit/create-memory-rate-limiter.ts';
import type { DurableStore } from '../adapters/store/durable-store.ts';
import type { WakingClock } from '../gateway/ports/clock.ts';
import type { JobQueue } from '../gateway/ports/queue.ts';
import type { RateLimiter } from '../gateway/ports/rate-limiter.ts';
import type { SecretBox } from '../gateway/ports/secret-box.ts';
import type { DatabaseConfig, SqliteConfig } from './config/config.ts';
import { createEmbeddedQueue } from './embedded-queue.ts';

/** The durable parts of a service: store, queue and rate limits on one database. */
export interface Durable {
  readonly store: DurableStore;
  readonly queue: JobQueue;
  readonly rateLimiter: RateLimiter;
  /** Rejects when the database does not answer or cannot write. */
  checkWritable(): Promise<void>;
  /** Starts processing due work, including that of earlier processes; the handler has to be set. */
  start(): Promise<void>;
  /** Starts no more work, waits for running work (at most `deadlineMs`), and closes the database. */
  stop(deadlineMs: number): Promise<void>;
}

export interface OpenDurableOptions {
  readonly clock: WakingClock;
  readonly reportFault: (error: unknown, about: string) => void;
  readonly secretBox: SecretBox;
}

/** Opens the database for a service. Rejects with an error that says how to fix it. */
export async function openDurable(database: DatabaseConfig, options: OpenDurableOptions): Promise<Durable> {
  return database.kind === 'sqlite'
    ? openEmbedded(database.folder, options)
    : openShared(database.connectionString, options);
}

/** Whether a folder has a database already: a command that only reads makes none. */
export async function hasDatabase({ folder }: SqliteConfig): Promise<boolean> {
  const { SQLITE_FILE } = await import('../adapters/store/sqlite/sqlite-database.ts');
  return existsSync(join(folder, SQLITE_FILE));
}

/** Opens only the store, for a command that enqueues no work. */
export async function openStore(
  database: DatabaseConfig,
  secretBox: SecretBox = createSecretBox([]),
): Promise<DurableStore> {
  if (database.kind === 'sqlite') {
    const { openSqliteStore } = await import('../adapters/store/sqlite/sqlite-store.ts');
    return openSqliteStore({ folder: database.folder, isVisitor: true, schedule: () => {}, secretBox });
  }
  const { openPostgresStore } = await import('../adapters/store/postgres/postgres-store.ts');
  const { connectionString } = database;
  return openPostgresStore({ connectionString, poolSize: 1, schedule: () => {}, secretBox });
}

/** A one-line error about a database that cannot be opened, without the password of its address. */
export function explainOpening(error: unknown, database: DatabaseConfig): string {
  if (error instanceof AggregateError && error.message === '')
    return explainOpening(error.errors[0], database);
  const reason = scrub(error instanceof Error ? error.message : String(error));
  const isAway = error instanceof Error && 'code' in error && AWAY.includes(String(error.code));
  const isPlaced = database.kind !== 'sqlite' || reason.includes(`"${database.folder}`);
  return `The database ${isPlaced ? '' : `in the folder "${database.folder}" `}cannot be used: ${reason}${isAway ? ': check DATABASE_URL, and that the server runs.' : ''}`;
}

/** Codes of a server that does not answer or whose name does not resolve. */
const AWAY = 'ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ETIMEDOUT'.split(' ');

async function openEmbedded(folder: string, options: OpenDurableOptions): Promise<Durable> {
  const { openSqliteStore } = await import('../adapters/store/sqlite/sqlite-store.ts');
  const queue = createEmbeddedQueue(options);
  const store = await openSqliteStore({ folder, schedule: queue.schedule, secretBox: options.secretBox });
  return {
    store,
    queue,
    rateLimiter: createMemoryRateLimiter(),
    checkWritable: () => store.checkWritable(),
    async start() {
      await store.releaseAbandonedHolds(options.clock.now());
      for (const { job, dueAt } of await store.listPendingJobs()) queue.schedule(job, dueAt);
    },
    async stop(deadlineMs) {
      await within(queue.stop(), deadlineMs);
      await store.close();
    },
  };
}

async function openShared(
  connectionString: string,
  { clock, reportFault, secretBox }: OpenDurableOptions,
): Promise<Durable> {
  const [{ openPostgresStore }, { createClaimingQueue }, { createPostgresRateLimiter }] = await Promise.all([
    import('../adapters/store/postgres/postgres-store.ts'),
    import('../adapters/queue/claiming-queue.ts'),
    import('../adapters/rate-limit/create-postgres-rate-limiter.ts'),
  ]);
  const queue = createClaimingQueue({ clock, reportFault: (error) => reportFault(error, 'queue') });
  const store = await openPostgresStore({ connectionString, schedule: queue.schedule, secretBox });
  const onError = (error: Error) => reportFault(error, 'rate limits');
  const rateLimiter = await createPostgresRateLimiter({ connectionString, onError }).catch(
    async (error: unknown) => {
      await store.close();
      throw error;
    },
  );
  return {
    store,
    queue,
    rateLimiter,
    checkWritable: () => store.checkWritable(),
    async start() {
      await store.keepAlive();
      queue.start(store);
    },
    async stop(deadlineMs) {
      await within(queue.stop(), deadlineMs);
      await Promise.all([store.close(), rateLimiter.close()]);
    },
  };
}

async function within(work: Promise<unknown>, deadlineMs: number): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, deadlineMs);
  await Promise.race([work, late.promise]);
  clearTimeout(timer);
}
