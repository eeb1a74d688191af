import { Socket } from 'node:net';
import pg from 'pg';
import { policies } from '../../../generated/policies.ts';

export interface PostgresPoolOptions {
  /** `postgres://user:password@host:port/database` */
  readonly connectionString: string;
  /** Maximum number of connections. */
  readonly max: number;
  /** The name in the server's list of sessions. */
  readonly name: string;
  /** The type that 64-bit integers are parsed as. */
  readonly integers?: 'bigint' | 'number';
  /** Called when a connection breaks. */
  readonly onError?: (error: Error) => void;
  /** Whether statements have no timeout, as for migrations. */
  readonly hasNoTimeouts?: boolean;
}

const INT8 = pg.types.builtins.INT8;
const { database: limits } = policies;

/**
 * Opens a pool whose connections never crash the process and never block a caller for long: connecting, locks, statements and
 * silence each have a timeout. A broken connection is replaced at the next query.
 */
export function openPostgresPool({
  connectionString,
  max,
  name,
  integers = 'bigint',
  onError = () => {},
  hasNoTimeouts = false,
}: PostgresPoolOptions): pg.Pool {
  const parse = integers === 'bigint' ? BigInt : Number;
  const pool = new pg.Pool({
    connectionString,
    max,
    application_name: name,
    connectionTimeoutMillis: limits.connect_timeout_seconds * 1000,
    keepAlive: true,
    ...(hasNoTimeouts ? {} : SESSION_LIMITS),
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === INT8 ? parse : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  pool.on('error', onError);
  pool.on('connect', (client) => {
    // A checked-out client has no other listener, and an error event without a listener ends the process. Its pending
    // queries are rejected anyway.
    client.on('error', () => {});
  });
  if (!hasNoTimeouts) watchSilence(pool);
  return pool;
}

/** The server cancels what takes longer, and releases the locks of a process that stalled within a transaction. */
const SESSION_LIMITS = {
  lock_timeout: limits.lock_timeout_seconds * 1000,
  statement_timeout: limits.statement_timeout_seconds * 1000,
  idle_in_transaction_session_timeout: limits.idle_transaction_timeout_seconds * 1000,
} as const;

/**
 * Closes connections in use that have received nothing for too long: neither a hung server nor a network that drops
 * packets reports an error. Pending queries are rejected, and the pool opens another connection.
 */
function watchSilence(pool: pg.Pool): void {
  const inUse = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('connect', (client) => {
    const { stream } = (client as pg.PoolClient & pg.Client).connection; // a pool creates clients of this class
    if (!(stream instanceof Socket)) return;
    stream.setTimeout(limits.silence_timeout_seconds * 1000);
    stream.on('timeout', () => {
      if (!inUse.has(client)) return;
      const { bytesRead } = stream;
      // After a pause of this process a response may be waiting unread: it is read before this is checked again.
      setImmediate(() => {
        if (inUse.has(client) && stream.bytesRead === bytesRead)
          stream.destroy(new Error('Connection terminated: the database has not answered in time'));
      });
    });
  });
}
