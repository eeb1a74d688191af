import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import type {
  IdempotencyClaim,
  IdempotencyScope,
  IdempotencyStore,
  Replay,
} from '../../gateway/ports/store.ts';
import type { NewRow, Tables } from './sql-tables.ts';

/** A claim without an answer for so long was left by a process that died. */
const ABANDONED_AFTER_MS = 300_000;
const PURGE_EVERY_MS = 60_000;

/** The idempotency verbs; keys live `seconds` from their claim. */
export function createIdempotencyVerbs(db: Kysely<Tables>, seconds: number): IdempotencyStore {
  let purgedAt = Number.NEGATIVE_INFINITY;
  const purge = async (now: number) => {
    if (now - purgedAt < PURGE_EVERY_MS) return;
    purgedAt = now;
    await db
      .deleteFrom('idempotency')
      .where('claimed_at', '<=', BigInt(now - seconds * 1000))
      .execute();
  };
  return {
    async claimIdempotency(scope, bodyDigest, now) {
      await purge(now);
      for (;;) {
        if (await claim(db, scope, { bodyDigest, now, seconds })) return { kind: 'claimed' };
        const known = await findClaim(db, scope, bodyDigest);
        if (known) return known;
      }
    },
    async releaseIdempotency(scope) {
      await db.deleteFrom('idempotency').where(scoped(scope)).where('status', 'is', null).execute();
    },
  };
}

/** What is kept of an answer, and the claim it belongs to. */
export function toReplayRow({ scope: { accountId, operationId, key }, answer }: Replay) {
  return {
    account_id: accountId,
    operation_id: operationId,
    idempotency_key: key,
    status: answer.status,
    body: JSON.stringify(answer.body),
  } satisfies Partial<NewRow<'idempotency'>>;
}

/** Keeps the answer of a claim for replays. */
export async function keepReplay(db: Kysely<Tables>, replay: Replay): Promise<void> {
  const { status, body } = toReplayRow(replay);
  await db.updateTable('idempotency').set({ status, body }).where(scoped(replay.scope)).execute();
}

/** Frees the keys of requests that have no answer; for a database whose one process has just begun. */
export async function releaseClaims(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('idempotency').where('status', 'is', null).execute();
}

/** One statement, so that one of many claims at once wins: a new row, or one that is too old taken over. */
async function claim(
  db: Kysely<Tables>,
  { accountId, operationId, key }: IdempotencyScope,
  {
    bodyDigest,
    now,
    seconds,
  }: { readonly bodyDigest: string; readonly now: number; readonly seconds: number },
): Promise<boolean> {
  const fresh = { body_digest: bodyDigest, claimed_at: now, status: null, body: null };
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
              row('idempotency.claimed_at', '<=', BigInt(now - ABANDONED_AFTER_MS)),
            ]),
          ]),
        ),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
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

function scoped({ accountId, operationId, key }: IdempotencyScope) {
  return (row: ExpressionBuilder<Tables, 'idempotency'>): Expression<SqlBool> =>
    row.and({ account_id: accountId, operation_id: operationId, idempotency_key: key });
}
