import pg from 'pg';

/** A few connections that count requests. */
export interface CountPool {
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const INT8 = 20;
const MOST_CONNECTIONS = 4;

/** Opens a pool whose 64-bit integers are numbers, whatever the rest of the process reads them as. */
export function openCountPool(connectionString: string, onError: (error: Error) => void): CountPool {
  const pool = new pg.Pool({
    connectionString,
    max: MOST_CONNECTIONS,
    application_name: 'gatewright rate limits',
    types: {
      getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
    },
  });
  pool.on('error', onError);
  return { pool, close: () => pool.end() };
}
