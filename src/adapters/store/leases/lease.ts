import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { policies } from '../../../../generated/policies.ts';
import type { Tables } from '../sql-tables.ts';

const { lease_seconds: LEASE_SECONDS } = policies.database;

/** Milliseconds since the Unix epoch by the clock of PostgreSQL, which all processes share. */
export const postgresNow = sql<bigint>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** The name under which a process claims work, and the proof that it lives. */
export interface Lease {
  /** Changes when others had reason to take this process for dead. */
  owner(): string;
  /** Says that this process lives. */
  renew(): Promise<void>;
  /** Says that this process ends. */
  leave(): Promise<void>;
}

/**
 * Creates the lease of a process, one row of PostgreSQL. A row that ran out can be renewed as long as nobody has removed
 * it; after that this process goes on under another name, and what it had claimed is no longer its own.
 */
export function createLease(db: Kysely<Tables>): Lease {
  const expiresAt = sql<bigint>`${postgresNow} + ${sql.lit(LEASE_SECONDS * 1000)}`;
  let owner = randomUUID();
  let isKnown = false;
  const enter = async () => {
    await db
      .insertInto('owners')
      .values({ id: owner, expires_at: expiresAt })
      .onConflict((clash) => clash.column('id').doUpdateSet({ expires_at: expiresAt }))
      .execute();
    isKnown = true;
  };
  return {
    owner: () => owner,
    async renew() {
      if (!isKnown) return enter();
      const { numUpdatedRows } = await db
        .updateTable('owners')
        .set({ expires_at: expiresAt })
        .where('id', '=', owner)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) return;
      owner = randomUUID();
      isKnown = false;
      await enter();
    },
    async leave() {
      if (isKnown) await db.deleteFrom('owners').where('id', '=', owner).execute();
    },
  };
}
