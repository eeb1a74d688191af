import { randomUUID } from 'node:crypto';
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import { policies } from '../../../../generated/policies.ts';
import type {
  ClaimedKey,
  IdempotencyClaim,
  IdempotencyKeys,
  IdempotencyScope,
  Replay,
} from '../../../gateway/ports/idempotency-keys.ts';
import { failureKindOf } from '../../database/failures.ts';
import type { DeferredWrites } from '../leases/deferred-writes.ts';
import { type Lease, postgresNow } from '../leases/lease.ts';
import type { NewRow, Tables } from './tables.ts';

/** A claim of this age without a response was abandoned, whatever its owner. */
const ABANDONED_AFTER_MS = policies.idempotency.abandoned_after_seconds * 1000;

export interface IdempotencyOptions {
  /** Lifetime of keys from their claim. */
  readonly seconds: number;
  readonly deferred: DeferredWrites;
  readonly lease: Lease;
}

/** The idempotency operations. A key that could not be released is released when the database is back. */
export function createIdempotencyOperations(
  db: Kysely<Tables>,
  options: IdempotencyOptions,
): IdempotencyKeys {
  const { deferred } = options;
  const deferRelease = (claimed: ClaimedKey) =>
    deferred.add(nameOf(claimed.scope), () => release(db, claimed));
  return {
    async claimIdempotency(scope, bodyDigest, now) {
      await deferred.make(nameOf(scope));
      const claimed = { scope, claim: randomUUID() };
      try {
        for (;;) {
          if (await claim(db, claimed, { ...options, bodyDigest, now }))
            return { kind: 'claimed', claim: claimed.claim };
          const known = await findClaim(db, scope, bodyDigest);
          if (known) return known;
        }
      } catch (error) {
        deferRelease(claimed); // it may have been made anyway
        throw error;
      }
    },
    async releaseIdempotency(claimed) {
      try {
        await release(db, claimed);
      } catch (error) {
        if (failureKindOf(error) === undefined) throw error;
        deferRelease(claimed);
      }
    },
  };
}

function nameOf({ accountId, operationId, key }: IdempotencyScope): string {
  return JSON.stringify(['idempotency', accountId, operationId, key]);
}

async function release(db: Kysely<Tables>, claimed: ClaimedKey): Promise<void> {
  await db.deleteFrom('idempotency').where(isHeld(claimed)).execute();
}

/** A response to store, and its claim. */
export function toReplayRow({ scope: { accountId, operationId, key }, claim, answer }: Replay) {
  return {
    account_id: accountId,
    operation_id: operationId,
    idempotency_key: key,
    token: claim,
    status: answer.status,
    body: JSON.stringify(answer.body),
  } satisfies Partial<NewRow<'idempotency'>>;
}

/** Stores the response of a claim for replays; false, with nothing stored, when the claim is no longer current. */
export async function keepReplay(db: Kysely<Tables>, replay: Replay): Promise<boolean> {
  const { status, body } = toReplayRow(replay);
  const { numUpdatedRows } = await db
    .updateTable('idempotency')
    .set({ status, body })
    .where(isHeld(replay))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes a stored response within its transaction. */
export async function dropReplay(db: Kysely<Tables>, { scope, claim: token }: Replay): Promise<void> {
  await db
    .updateTable('idempotency')
    .set({ status: null, body: null })
    .where((row) => row.and([scoped(scope)(row), row('token', '=', token)]))
    .execute();
}

/** Releases the keys of requests without a response; for a database whose only process has just started. */
export async function releaseClaims(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('idempotency').where('status', 'is', null).execute();
}

interface ClaimOptions extends IdempotencyOptions {
  readonly bodyDigest: string;
  readonly now: number;
}

/** One statement, so that one of many concurrent claims wins: a new row, or an expired or abandoned one. */
async function claim(
  db: Kysely<Tables>,
  { scope: { accountId, operationId, key }, claim: token }: ClaimedKey,
  { bodyDigest, now, seconds, lease }: ClaimOptions,
): Promise<boolean> {
  const { id: owner } = await lease.enter();
  const fresh = { body_digest: bodyDigest, claimed_at: now, status: null, body: null, owner, token };
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('idempotency')
    .values({ account_id: accountId, operation_id: operationId, idempotency_key: key, ...fresh })
    .onConflict((clash) =>
      clash
        .columns(['account_id', 'operation_id', 'idempotency_key'])
        .doUpdateSet(fresh)
        .where((row) =>
          row.or([
            row('idempotency.claimed_at', '<=', BigInt(now - seconds * 1000)),
            row.and([
              row('idempotency.status', 'is', null),
              row.or([
                row('idempotency.claimed_at', '<=', BigInt(now - ABANDONED_AFTER_MS)),
                ...(lease.isShared ? [isLeft(row, owner)] : []),
              ]),
            ]),
          ]),
        ),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** Whether a claim belongs to a process whose lease has expired. */
function isLeft(row: ExpressionBuilder<Tables, 'idempotency'>, owner: string): Expression<SqlBool> {
  const alive = row
    .selectFrom('owners')
    .select('id')
    .whereRef('owners.id', '=', 'idempotency.owner')
    .where('expires_at', '>', postgresNow);
  return row.and([row('idempotency.owner', '!=', owner), row.not(row.exists(alive))]);
}

async function findClaim(
  db: Kysely<Tables>,
  scope: IdempotencyScope,
  bodyDigest: string,
): Promise<IdempotencyClaim | undefined> {
  const row = await db.selectFrom('idempotency').selectAll().where(scoped(scope)).executeTakeFirst();
  if (!row) return undefined;
  if (row.body_digest !== bodyDigest) return { kind: 'mismatch' };
  if (row.status === null || row.body === null) return { kind: 'in_progress' };
  return { kind: 'replay', status: Number(row.status), body: JSON.parse(row.body) };
}

type RowTest = (row: ExpressionBuilder<Tables, 'idempotency'>) => Expression<SqlBool>;

function scoped({ accountId, operationId, key }: IdempotencyScope): RowTest {
  return (row) => row.and({ account_id: accountId, operation_id: operationId, idempotency_key: key });
}

/** Whether a key has no response and a claim still holds it. */
function isHeld({ scope, claim: token }: ClaimedKey): RowTest {
  return (row) => row.and([scoped(scope)(row), row('token', '=', token), row('status', 'is', null)]);
}
