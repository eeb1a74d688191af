import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import { policies } from '../../../../generated/policies.ts';
import { settleEntry } from '../../../gateway/ledger/entries.ts';
import { insertEntries } from '../sql/ledger.ts';
import { moveMoney, resolve } from '../sql/resolve.ts';
import type { Tables } from '../sql/tables.ts';
import { type Lease, postgresNow } from './lease.ts';

/** Maximum per call; the next call finds the others. */
const MAX = 500;
const { database, text } = policies;

/**
 * Releases, on PostgreSQL, the holds for text answers of processes whose lease expired long ago; returns how many. A process
 * that was only frozen may still charge what it delivered: the rows stay for a day, with an amount of zero.
 */
export async function releaseAbandoned(db: Kysely<Tables>, at: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const silentSince = sql<bigint>`${postgresNow} - ${sql.lit(database.hold_release_seconds * 1000)}`;
    await trx.deleteFrom('owners').where('expires_at', '<', silentSince).execute();
    await trx
      .deleteFrom('holds')
      .where('due_at', 'is', null)
      .where('lapsed_at', '<', BigInt(at - database.lapsed_hold_seconds * 1000))
      .execute();
    const abandoned = await trx
      .selectFrom('holds')
      .select(['id', 'account_id', 'amount'])
      .where('due_at', 'is', null)
      .where('lapsed_at', 'is', null)
      .where(isAbandoned(at))
      .orderBy('id')
      .limit(MAX)
      .forUpdate()
      .execute();
    if (abandoned.length === 0) return 0;
    await trx
      .updateTable('holds')
      .set({ amount: 0n, lapsed_at: at })
      .where(
        'id',
        'in',
        abandoned.map(({ id }) => id),
      )
      .execute();
    const entries = abandoned.map(({ id, account_id: accountId, amount }) =>
      settleEntry({ accountId, reference: id, at }, amount, 0n),
    );
    await moveMoney(trx, entries);
    await insertEntries(trx, entries);
    return abandoned.length;
  });
}

/** Creates a function that releases, in a database of one process, the holds for text answers of earlier processes. */
export function createReleaseByOthers(lease: Lease) {
  return async (db: Kysely<Tables>, at: number): Promise<number> => {
    const { id: own } = await lease.enter();
    return db.transaction().execute(async (trx) => {
      const abandoned = await trx
        .selectFrom('holds')
        .select('id')
        .where('due_at', 'is', null)
        .where((row) => row.or([row('owner', 'is', null), row('owner', '!=', own)]))
        .execute();
      await resolve(
        { trx, jobs: [] },
        abandoned.map(({ id }) => ({ holdId: id, charge: 0n, at })),
      );
      return abandoned.length;
    });
  };
}

/** Whether a hold has no live owner: its owner is gone, or it has none, from an older version, and is too old. */
function isAbandoned(at: number) {
  return (row: ExpressionBuilder<Tables, 'holds'>): Expression<SqlBool> => {
    const owners = row.selectFrom('owners').select('id').whereRef('owners.id', '=', 'holds.owner');
    return row.or([
      row.and([row('owner', 'is not', null), row.not(row.exists(owners))]),
      row.and([
        row('owner', 'is', null),
        row('created_at', '<', BigInt(at - text.longest_answer_seconds * 1000)),
      ]),
    ]);
  };
}
