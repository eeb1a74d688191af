import { Socket } from 'node:net';
import pg from 'pg';
import { policies } from '../../../generated/policies.ts';

/** What a pool is for, and what it may take. */
export interface PostgresPoolOptions {
  /** `postgres://user:password@host:port/database` */
  readonly connectionString: string;
  /** Most connections at a time. */
  readonly max: number;
  /** What the list of sessions of the server shows. */
  readonly name: string;
  /** What 64-bit integers are read as. */
  readonly integers?: 'bigint' | 'number';
  /** Told of connections that broke. */
  readonly onError?: (error: Error) => void;
  /** Whether statements may take as long as they need, as when tables are changed. */
  readonly isUnhurried?: boolean;
}

const INT8 = pg.types.builtins.INT8;
const { database: limits } = policies;

/**
 * Opens a pool whose connections never end the process and never keep a caller waiting: connecting, locks, statements and
 * silence have a limit each. A connection that broke is replaced at the next query.
 */
export function openPostgresPool({
  connectionString,
  max,
  name,
  integers = 'bigint',
  onError = () => {},
  isUnhurried = false,
}: PostgresPoolOptions): pg.Pool {
  const parse = integers === 'bigint' ? BigInt : Number;
  const pool = new pg.Pool({
    connectionString,
    max,
    application_name: name,
    connectionTimeoutMillis: limits.connect_timeout_seconds * 1000,
    keepAlive: true,
    ...(isUnhurried ? {} : SESSION_LIMITS),
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === INT8 ? parse : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  pool.on('error', onError);
  pool.on('connect', (client) => {
    // While it is checked out nobody else listens, and an error event without a listener ends the process. What was asked
    // of the connection is rejected in any case.
    client.on('error', () => {});
  });
  if (!isUnhurried) watchSilence(pool);
  return pool;
}

/** The server ends what takes longer, and frees the locks of a process that fell silent within a transaction. */
const SESSION_LIMITS = {
  lock_timeout: limits.lock_timeout_seconds * 1000,
  statement_timeout: limits.statement_timeout_seconds * 1000,
  idle_in_transaction_session_timeout: limits.idle_transaction_timeout_seconds * 1000,
} as const;

/**
 * Cuts connections that are in use and over which nothing has come for long: a server that hangs, or a network that drops
 * what is sent, never says so. What waits for an answer is rejected, and the pool opens another connection.
 */
function watchSilence(pool: pg.Pool): void {
  const inUse = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('connect', (client) => {
    const { stream } = (client as pg.PoolClient & pg.Client).connection; // a pool makes clients of this class
    if (!(stream instanceof Socket)) return;
    stream.setTimeout(limits.silence_timeout_seconds * 1000);
    stream.on('timeout', () => {
      if (!inUse.has(client)) return;
      const { bytesRead } = stream;
      // After a pause of this process an answer may lie there unread: it is read before this is looked at again.
      setImmediate(() => {
        if (inUse.has(client) && stream.bytesRead === bytesRead)
          stream.destroy(new Error('Connection terminated: the database has not answered in time'));
      });
    });
  });
}
