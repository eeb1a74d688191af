import type { SecretBox } from '../../../gateway/ports/secret-box.ts';
import type { TaskHoldResult } from '../../../gateway/ports/store.ts';
import { failureKindOf, withPortErrors } from '../../database/failures.ts';
import type { DueJob, DurableStore } from '../durable-store.ts';
import { createGroupCommit, type GroupCommit } from '../groups/group-commit.ts';
import { createDeferredWrites, type DeferredWrites } from '../leases/deferred-writes.ts';
import type { Lease } from '../leases/lease.ts';
import type { TakeTurn } from '../retention/in-turn.ts';
import { createRetentionOperations } from '../retention/operations.ts';
import { holdOf } from '../split-task.ts';
import { type RecordedAttempt, recordAttempts } from './attempts.ts';
import { createCachedPrefixOperations } from './cached-prefixes.ts';
import { createDeliveryOperations } from './deliveries.ts';
import { createIdempotencyOperations } from './idempotency.ts';
import { createGroupOperations, createKeyOperations } from './keys.ts';
import { createDeposit, createLedgerReads } from './ledger.ts';
import { type Reservation, type Reserve, reserveInSteps } from './reserve.ts';
import { type Resolution, resolve } from './resolve.ts';
import { createSecretOperations, plainSecrets } from './secrets.ts';
import { createTaskReads } from './tasks.ts';
import { type SqlCore, transact } from './work.ts';
import type { WriteCheck } from './write-check.ts';

type MoneyOperations = Pick<DurableStore, 'acceptTask' | 'finishTask' | 'hold' | 'settle'>;

export interface SqlStoreOptions extends SqlCore {
  /** Lifetime of an idempotency key in seconds. */
  readonly idempotencySeconds: number;
  /** How holds are reserved, if the database has a faster way. */
  readonly reserve?: Reserve;
  readonly checkWrite: WriteCheck;
  /** How processes on the database share work that only one of them should do. */
  readonly takeTurn: TakeTurn;
  /** How webhook secrets are stored: plain by default. */
  readonly secretBox?: SecretBox | undefined;
  /** The lease of this process. */
  readonly lease: Lease;
  /** Releases the holds for text answers of dead processes; returns how many. */
  readonly releaseAbandoned: (db: SqlCore['db'], at: number) => Promise<number>;
}

/** The store over a migrated database, the same for SQLite and PostgreSQL. */
export function createSqlStore({
  db,
  schedule,
  lockKeys,
  idempotencySeconds,
  reserve = reserveInSteps,
  checkWrite,
  takeTurn,
  secretBox = plainSecrets,
  lease,
  releaseAbandoned,
}: SqlStoreOptions): DurableStore {
  const core = { db, schedule, lockKeys };
  const deferred = createDeferredWrites();
  const reservations = createGroupCommit<Reservation, TaskHoldResult>({
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
    ...createMoneyOperations({ reservations, resolutions, deferred, lease }),
    releaseAbandonedHolds: (at) => releaseAbandoned(db, at),
    ...createLedgerReads(db),
    ...createIdempotencyOperations(db, { seconds: idempotencySeconds, deferred, lease }),
    ...createCachedPrefixOperations(db),
    ...createRetentionOperations({ db, takeTurn }, { idempotencySeconds }),
    ...createDeliveryOperations(core, attempts),
    ...createKeyOperations(core),
    ...createGroupOperations(core),
    deposit: createDeposit(core),
    ...createSecretOperations(core, secretBox),
    ...createTaskReads(db),
    listPendingJobs: () => listPendingJobs(core),
    checkWritable: () => checkWrite(db),
    async keepAlive() {
      await lease.renew();
      await deferred.makeAll();
    },
    async close() {
      await Promise.all([reservations.drain(), resolutions.drain(), attempts.drain()]);
      await deferred.makeAll().catch(() => {}); // the database is still away: nothing more can be done here
      await lease.leave().catch(() => {});
      await db.destroy();
    },
  });
}

interface MoneyParts {
  readonly reservations: GroupCommit<Reservation, TaskHoldResult>;
  readonly resolutions: GroupCommit<Resolution, boolean>;
  readonly deferred: DeferredWrites;
  readonly lease: Lease;
}

function createMoneyOperations({ reservations, resolutions, deferred, lease }: MoneyParts): MoneyOperations {
  return {
    acceptTask: (task, replay) => reservations.add({ hold: holdOf(task), task, replay }),
    finishTask: (id, outcome, end) =>
      resolutions.add({ holdId: id, charge: outcome.charge, outcome, ...end }),
    async hold(hold) {
      const { id: owner, isValid } = await lease.enter();
      const end = await reservations.add({ hold, owner });
      if (end.kind === 'superseded') throw new Error(`The hold ${hold.id} claims no key.`);
      return end.kind === 'accepted' ? { ...end, isValid } : end;
    },
    async settle(holdId, charge, at) {
      const resolve = () => resolutions.add({ holdId, charge, at });
      try {
        return await resolve();
      } catch (error) {
        if (failureKindOf(error) === undefined) throw error;
        deferred.add(JSON.stringify(['settle', holdId]), resolve);
        return true;
      }
    },
  };
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
