import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migratePostgres } from '../../../src/adapters/store/postgres/migrate-postgres.ts';
import type { Tables } from '../../../src/adapters/store/sql/tables.ts';
import { createPostgresDatabase, hasPostgres, query } from '../../support/postgres.ts';

describe.skipIf(!hasPostgres)('a pooler in transaction mode', () => {
  test('lets services that start at the same time wait for each other, and keeps no lock', async () => {
    const connectionString = await createPostgresDatabase();
    const takeSession = openSessions(connectionString);
    const dialect = pooledDialect(takeSession);
    const services = Array.from({ length: 4 }, () => new Kysely<Tables>({ dialect }));
    await Promise.all(services.map(migratePostgres));
    expect(await query(connectionString, 'select name from key_groups')).toEqual([]);
    expect(await query(connectionString, ADVISORY_LOCKS)).toEqual([]);
  });
});

const ADVISORY_LOCKS = `select objid from pg_locks join pg_database on pg_database.oid = database
  where locktype = 'advisory' and datname = current_database()`;

interface Session {
  readonly client: Client;
  readonly release: () => void;
}

/** Sessions that take turns: the one that was idle longest is taken. */
function openSessions(connectionString: string): () => Promise<Session> {
  const [all, idle]: [Client[], Client[]] = [[], []];
  onTestFinished(async () => {
    for (const client of all) await client.end();
  });
  return async () => {
    const client = all.length < 8 ? undefined : idle.shift();
    if (client) return { client, release: () => idle.push(client) };
    const opened = new Client({ connectionString });
    all.push(opened);
    await opened.connect();
    return { client: opened, release: () => idle.push(opened) };
  };
}

/** What PgBouncer does with `pool_mode = transaction`: outside a transaction, each statement may use another session. */
function pooledDialect(takeSession: () => Promise<Session>): PostgresDialect {
  const connect = async (): Promise<PostgresPoolClient> => {
    let transaction: Session | undefined;
    const send = async (text: string, values: readonly unknown[]) => {
      const session = transaction ?? (await takeSession());
      if (text === 'begin') transaction = session;
      if (text === 'commit' || text === 'rollback') transaction = undefined;
      try {
        return await session.client.query(text, [...values]);
      } finally {
        if (transaction === undefined) session.release();
      }
    };
    return { query: send, release: () => {} } as unknown as PostgresPoolClient; // cursors are not used
  };
  return new PostgresDialect({ pool: { connect, end: async () => {}, options: {} } });
}
