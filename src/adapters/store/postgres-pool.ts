import { Pool, type PoolConfig, types } from 'pg';

const INT8 = types.builtins.INT8;
const toBigInt = (text: string) => BigInt(text);

/** Opens a pool of connections that reads 64-bit integers as bigint. */
export function openPostgresPool({
  connectionString,
  max,
}: {
  readonly connectionString: string;
  readonly max: number;
}): Pool {
  const config: PoolConfig = {
    connectionString,
    max,
    application_name: 'gatewright',
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === INT8 ? toBigInt : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  };
  const pool = new Pool(config);
  // A connection that breaks while idle is replaced at the next query, which tells when the database is gone.
  pool.on('error', () => {});
  return pool;
}
