import { sql } from 'kysely';
import type { LockKeys } from '../sql/work.ts';

/**
 * A table lock: submissions do not disturb each other, and take it before their statement reads anything. A row lock for each key would be a
 * write for each group of submissions. Reads of keys and backups do not wait for it.
 */
const MODES = { hold: 'row share', change: 'exclusive' } as const;

export const lockPostgresKeys: LockKeys = async (trx, use) => {
  await sql.raw(`lock table api_keys in ${MODES[use]} mode`).execute(trx);
};
