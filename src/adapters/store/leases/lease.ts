import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { policies } from '../../../../generated/policies.ts';
import type { Tables } from '../sql/tables.ts';

const { lease_seconds: LEASE_SECONDS, hold_release_seconds: RELEASE_SECONDS } = policies.database;

/** Milliseconds since the Unix epoch by the clock of PostgreSQL, which all processes share. */
export const postgresNow = sql<bigint>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

export interface Owner {
  readonly id: string;
  /** False once others may have released the holds of this owner, because its lease was not renewed. */
  isValid(): boolean;
}

/** The identity of a process, and its lease. */
export interface Lease {
  /** Whether other processes take over from one whose lease expired. */
  readonly isShared: boolean;
  /** The identity of this process, registered for the others; it changes after others removed it as dead. */
  enter(): Promise<Owner>;
  /** Renews the lease. */
  renew(): Promise<void>;
  /** Ends the lease. */
  leave(): Promise<void>;
}

/** The lease of a process with exclusive use of its database. */
export function createSoleLease(): Lease {
  const owner: Owner = { id: randomUUID(), isValid: () => true };
  return { isShared: false, enter: async () => owner, renew: async () => {}, leave: async () => {} };
}

/** Starts a stopwatch; returns the milliseconds since, including time the machine was asleep. */
export type StartWatch = () => () => number;

const startWatch: StartWatch = () => {
  const [elapsed, clock] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - elapsed, Date.now() - clock);
};

/**
 * Creates the lease of a process, one row of PostgreSQL. An expired row can be renewed as long as no other process has removed
 * it; after that this process continues under a new identity, and its earlier claims and holds are no longer its own.
 */
export function createLease(db: Kysely<Tables>, start: StartWatch = startWatch): Lease {
  const expiresAt = sql<bigint>`${postgresNow} + ${sql.lit(LEASE_SECONDS * 1000)}`;
  let life = createOwner(start());
  const begin = async (silence: () => number) => {
    await db
      .insertInto('owners')
      .values({ id: life.owner.id, expires_at: expiresAt })
      .onConflict((clash) => clash.column('id').doUpdateSet({ expires_at: expiresAt }))
      .execute();
    life.confirm(silence);
  };
  return {
    isShared: true,
    async enter() {
      if (!life.isKnown()) await begin(start());
      return life.owner;
    },
    async renew() {
      const silence = start();
      if (!life.isKnown()) return begin(silence);
      const { numUpdatedRows } = await db
        .updateTable('owners')
        .set({ expires_at: expiresAt })
        .where('id', '=', life.owner.id)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) return life.confirm(silence);
      life.end();
      life = createOwner(silence);
      await begin(silence);
    },
    async leave() {
      if (life.isKnown()) await db.deleteFrom('owners').where('id', '=', life.owner.id).execute();
    },
  };
}

/** An owner that is not registered yet. */
function createOwner(silence: () => number) {
  let state: 'unknown' | 'known' | 'ended' = 'unknown';
  let silentMs = silence;
  return {
    owner: {
      id: randomUUID(),
      isValid: () => state !== 'ended' && silentMs() < RELEASE_SECONDS * 1000,
    } satisfies Owner,
    isKnown: () => state === 'known',
    /** Records a successful renewal, measured from its start: the lease lasts at least its full length from then on. */
    confirm(next: () => number) {
      state = 'known';
      silentMs = next;
    },
    end() {
      state = 'ended';
    },
  };
}
