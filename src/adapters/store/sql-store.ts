import type { SecretBox } from '../../gateway/ports/secret-box.ts';
import type { Acceptance, Hold, NewTask, Task, TaskAcceptance } from '../../gateway/ports/store.ts';
import { withPortErrors } from '../database/failures.ts';
import type { DueJob, DurableStore } from './durable-store.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import { createGroupRead } from './group-read.ts';
import type { Lease } from './leases/lease.ts';
import { createOwedWrites } from './leases/owed-writes.ts';
import { createAccountVerbs } from './sql-accounts.ts';
import { type RecordedAttempt, recordAttempts } from './sql-attempts.ts';
import { createDeliveryVerbs } from './sql-deliveries.ts';
import { createIdempotencyVerbs } from './sql-idempotency.ts';
import { createLedgerReads } from './sql-ledger.ts';
import { createPromptMarkVerbs } from './sql-prompt-marks.ts';
import { type Reservation, type Reserve, reserveInSteps } from './sql-reserve.ts';
import { type Resolution, resolve } from './sql-resolve.ts';
import { fromTaskRow } from './sql-rows.ts';
import { createSecretVerbs, plainSecrets } from './sql-secrets.ts';
import { type SqlCore, transact } from './sql-work.ts';
import type { WriteCheck } from './write-check.ts';

type MoneyVerbs = Pick<
  DurableStore,
  'acceptTask' | 'finishTask' | 'hold' | 'settle' | 'releaseAbandonedHolds'
>;

/** Options of a store over a database. */
export interface SqlStoreOptions extends SqlCore {
  /** Seconds an idempotency key is remembered. */
  readonly idempotencySeconds: number;
  /** How holds are taken, where a database has a faster way. */
  readonly reserve?: Reserve;
  readonly checkWrite: WriteCheck;
  /** How webhook secrets are kept: plain unless told. */
  readonly secretBox?: SecretBox | undefined;
  /** Where several processes share the database: the sign of life of this one. */
  readonly lease?: Lease;
}

/** The store over a database that has been migrated, the same for SQLite and PostgreSQL. */
export function createSqlStore({
  db,
  enqueue,
  idempotencySeconds,
  reserve = reserveInSteps,
  checkWrite,
  secretBox = plainSecrets,
  lease,
}: SqlStoreOptions): DurableStore {
  const core = { db, enqueue };
  const owed = createOwedWrites();
  const reservations = createGroupCommit<Reservation, TaskAcceptance>({
    commit: (items) => reserve(core, items),
    lockOf: ({ hold }) => hold.accountId,
  });
  const resolutions = createGroupCommit<Resolution, boolean>({
    commit: (items) => transact(core, (work) => resolve(work, items)),
  });
  const attempts = createGroupCommit<RecordedAttempt, undefined>({
    commit: (items) => transact(core, (work) => recordAttempts(work, items)),
  });
  return withPortErrors<DurableStore>({
    ...createMoneyVerbs(core, { reservations, resolutions }),
    ...createLedgerReads(db),
    ...createIdempotencyVerbs(db, { seconds: idempotencySeconds, owed, lease }),
    ...createPromptMarkVerbs(db),
    ...createDeliveryVerbs(core, attempts),
    ...createAccountVerbs(core),
    ...createSecretVerbs(core, secretBox),
    findTask: createFindTask(core),
    listPendingJobs: () => listPendingJobs(core),
    checkWritable: () => checkWrite(db),
    async keepAlive() {
      await lease?.renew();
      await owed.makeAll();
    },
    async close() {
      await Promise.all([reservations.drain(), resolutions.drain(), attempts.drain()]);
      await owed.makeAll().catch(() => {}); // the database is still away: nothing more can be done here
      await lease?.leave().catch(() => {});
      await db.destroy();
    },
  });
}

function createMoneyVerbs(
  { db }: SqlCore,
  groups: {
    readonly reservations: GroupCommit<Reservation, TaskAcceptance>;
    readonly resolutions: GroupCommit<Resolution, boolean>;
  },
): MoneyVerbs {
  const settle = (holdId: string, charge: bigint, at: number) =>
    groups.resolutions.add({ holdId, charge, at });
  return {
    acceptTask: (task, replay) => groups.reservations.add({ hold: toHold(task), task, replay }),
    finishTask: (id, outcome, end) =>
      groups.resolutions.add({ holdId: id, charge: outcome.charge, outcome, ...end }),
    hold: async (hold) => groups.reservations.add({ hold }) as Promise<Acceptance>, // nothing to supersede
    settle,
    async releaseAbandonedHolds({ before, at }) {
      const abandoned = await db
        .selectFrom('holds')
        .select('id')
        .where('due_at', 'is', null)
        .where('created_at', '<', BigInt(before))
        .execute();
      const released = await Promise.all(abandoned.map(({ id }) => settle(id, 0n, at)));
      return released.filter(Boolean).length;
    },
  };
}

function toHold({ id, accountId, keyDigest, modelId, hold: amount, createdAt }: NewTask): Hold {
  return { id, accountId, keyDigest, modelId, amount, createdAt };
}

function createFindTask({ db }: SqlCore): DurableStore['findTask'] {
  const find = createGroupRead<Task>({
    async read(ids) {
      const rows = await db
        .selectFrom('tasks')
        .leftJoin('task_outcomes', 'task_outcomes.task_id', 'tasks.id')
        .selectAll('tasks')
        .select(['finished_at', 'charge', 'outcome'])
        .where('tasks.id', 'in', ids)
        .execute();
      return new Map(rows.map((row) => [row.id, fromTaskRow(row)]));
    },
  });
  // PostgreSQL has no text with such a character.
  return async (id) => (id.includes('\0') ? undefined : find(id));
}

async function listPendingJobs({ db }: SqlCore): Promise<readonly DueJob[]> {
  const tasks = await db
    .selectFrom('holds')
    .select(['id as taskId', 'due_at as dueAt'])
    .where('due_at', 'is not', null)
    .execute();
  const deliveries = await db
    .selectFrom('deliveries')
    .select(['task_id as taskId', 'next_at as dueAt'])
    .where('state', '=', 'pending')
    .execute();
  const resends = await db
    .selectFrom('deliveries')
    .select(['task_id as taskId', 'created_at as dueAt'])
    .where('resend', '=', 'queued')
    .execute();
  const due =
    (kind: DueJob['job']['kind']) =>
    (row: { readonly taskId: string; readonly dueAt: bigint | null }): DueJob => ({
      job: { kind, taskId: row.taskId },
      dueAt: Number(row.dueAt ?? 0n),
    });
  return [...tasks.map(due('finish_task')), ...[...deliveries, ...resends].map(due('deliver_callback'))];
}
