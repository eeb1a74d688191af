import { type Kysely, sql } from 'kysely';
import { migrate, needsMigration, postgresDialect } from '../migrations/migrations.ts';
import type { Tables } from '../sql/tables.ts';

/**
 * Migrates a PostgreSQL database to the current version, without timeouts; processes that start at the same time wait for each other.
 * Lock and settings end with the transaction: behind a pooler, the next statement may use another session.
 */
export async function migratePostgres(db: Kysely<Tables>): Promise<void> {
  if (!(await needsMigration(db, postgresDialect))) return;
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`set local lock_timeout = 0`.execute(trx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    await sql`select pg_advisory_xact_lock(hashtext('gatewright_migrations'))`.execute(trx);
    await migrate(trx, postgresDialect);
  });
}
