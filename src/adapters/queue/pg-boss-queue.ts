import { type Job as BossJob, fromKysely, type KyselyTransactionLike, PgBoss } from 'pg-boss';
import type { Clock } from '../../gateway/ports/clock.ts';
import type { Job, JobHandler, JobQueue } from '../../gateway/ports/queue.ts';
import { rethrowAsPortError, withPortErrors } from '../database/failures.ts';
import { openPostgresPool } from '../database/postgres-pool.ts';
import { createJobLane, type JobLane, type JobSource } from './job-lane.ts';

/** A queue in PostgreSQL that any number of processes share. */
export interface PgBossQueue extends JobQueue {
  /** Enqueues jobs within a transaction of the same database; returns a function to call when it has committed. */
  enqueue(
    transaction: KyselyTransactionLike,
    jobs: readonly { readonly job: Job; readonly dueAt: number }[],
  ): Promise<() => void>;
  /** Rejects when jobs cannot be written. */
  checkWritable(): Promise<void>;
  /** Migrates the queue's tables and starts working; set the handler first. */
  start(): Promise<void>;
  /** Claims no more jobs, waits for the running ones and disconnects. */
  stop(): Promise<void>;
}

/** Options of a queue in PostgreSQL. */
export interface PgBossQueueOptions {
  readonly connectionString: string;
  /** Most jobs of a kind at a time in this process. */
  readonly concurrency?: Partial<Record<Job['kind'], number>>;
  /** Interval between polls for due jobs, in milliseconds. */
  readonly pollMs?: number;
  readonly clock?: Clock;
  /** Called with failures; failed jobs are retried. */
  readonly reportFault: (error: unknown) => void;
}

/** The data of a job in the database. */
interface JobData {
  readonly taskId: string;
}

const KINDS = ['finish_task', 'deliver_callback'] as const satisfies readonly Job['kind'][];
const CONCURRENCY: Record<Job['kind'], number> = { finish_task: 64, deliver_callback: 256 };
const SCHEMA = 'gatewright_jobs';
const POOL = { max: 4, name: 'gatewright-jobs' } as const;
const POLL_MS = 500;
const KEEP_ALIVE_MS = 3000;
const YEAR_SECONDS = 31_536_000;

/** A job of a dead process goes to another process after `heartbeatSeconds` without a heartbeat; jobs are retried without limit. */
const QUEUE = {
  heartbeatSeconds: 10,
  expireInSeconds: 900,
  retryLimit: 1_000_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  retentionSeconds: YEAR_SECONDS,
} as const;

/** Takes the lock that inserting a job takes; a multi-statement query is one transaction. */
const LOCK_JOBS = `begin; lock table ${SCHEMA}.job in row exclusive mode; commit`;

/** Creates a queue on pg-boss; it polls for due jobs twice a second, and at once after its own commits. */
export function createPgBossQueue({
  connectionString,
  concurrency = {},
  pollMs = POLL_MS,
  clock = { now: Date.now },
  reportFault,
}: PgBossQueueOptions): PgBossQueue {
  const pool = openPostgresPool({ connectionString, ...POOL, onError: reportFault });
  const boss = createBoss(pool);
  boss.on('error', reportFault);
  let handler: JobHandler | undefined;
  const laneOf = (kind: Job['kind']): JobLane =>
    createJobLane({
      source: createSource(boss, kind),
      run: async ({ data }) => handler?.({ kind, taskId: data.taskId }),
      concurrency: concurrency[kind] ?? CONCURRENCY[kind],
      pollMs,
      keepAliveMs: KEEP_ALIVE_MS,
      reportFault,
    });
  const lanes = { finish_task: laneOf('finish_task'), deliver_callback: laneOf('deliver_callback') };
  return {
    onDue(next) {
      handler = next;
    },
    async enqueue(transaction, jobs) {
      const byKind = Map.groupBy(jobs, ({ job }) => job.kind);
      for (const [kind, own] of byKind) await insertJobs(boss, { transaction, kind, jobs: own });
      return () => {
        for (const [kind, own] of byKind)
          if (own.some(({ dueAt }) => dueAt <= clock.now())) lanes[kind].wake();
      };
    },
    checkWritable: () => pool.query(LOCK_JOBS).then(() => undefined, rethrowAsPortError),
    async start() {
      await install(connectionString);
      await boss.start();
      if (handler) for (const kind of KINDS) lanes[kind].start();
    },
    async stop() {
      await Promise.all(KINDS.map((kind) => lanes[kind].stop()));
      await boss.stop({ graceful: true, close: false });
      if (!pool.ending) await pool.end();
    },
  };
}

/** Runs the statements of pg-boss on connections of a pool. */
type BossDatabase = Pick<ReturnType<typeof openPostgresPool>, 'query'>;

function createBoss(database: BossDatabase, { isInstalling = false } = {}): PgBoss {
  return new PgBoss({
    db: { executeSql: (text, values) => database.query(text, values) },
    schema: SCHEMA,
    schedule: false,
    supervise: !isInstalling,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    maintenanceIntervalSeconds: 600,
  });
}

/** Migrates the queue's tables, which may take longer than the usual statement timeout. */
async function install(connectionString: string): Promise<void> {
  const pool = openPostgresPool({ connectionString, ...POOL, isUnhurried: true });
  try {
    const boss = createBoss(pool, { isInstalling: true });
    await boss.start();
    for (const kind of KINDS) {
      await boss.createQueue(kind, QUEUE);
      await boss.updateQueue(kind, QUEUE);
    }
    await boss.stop({ graceful: false, close: false });
  } finally {
    await pool.end();
  }
}

async function insertJobs(
  boss: PgBoss,
  {
    transaction,
    kind,
    jobs,
  }: {
    readonly transaction: KyselyTransactionLike;
    readonly kind: Job['kind'];
    readonly jobs: readonly { readonly job: Job; readonly dueAt: number }[];
  },
): Promise<void> {
  const rows = jobs.map(({ job: { taskId }, dueAt }) => ({
    data: { taskId } satisfies JobData,
    startAfter: new Date(dueAt),
  }));
  await boss.insert(kind, rows, { db: fromKysely(transaction) });
}

function createSource(boss: PgBoss, kind: Job['kind']): JobSource<BossJob<JobData>> {
  return withPortErrors<JobSource<BossJob<JobData>>>({
    claim: (most) => boss.fetch<JobData>(kind, { batchSize: most }),
    async finish(claims) {
      await boss.deleteJob(kind, [...claims]);
    },
    async giveBack(claim, error) {
      await boss.fail(kind, claim, { message: error instanceof Error ? error.message : String(error) });
    },
    async keepAlive(claims) {
      await boss.touch(kind, [...claims]);
    },
  });
}
