import { UnavailableError } from '../../gateway/ports/unavailable.ts';

/**
 * Kind of a database failure. `away`: the database does not answer or cannot write, and other statements would fail
 * too. `locked`: a row or table stayed locked for too long. `conflict`: a conflict with another transaction; a retry
 * helps.
 */
export type FailureKind = 'away' | 'locked' | 'conflict';

/** SQLSTATE codes and classes (two characters), as documented by PostgreSQL; the longest match counts. */
const SQLSTATES: ReadonlyMap<string, FailureKind> = new Map([
  ['08', 'away'], // connection exception
  ['25006', 'away'], // read-only transaction: this server became a standby
  ['25P03', 'away'], // idle in transaction for too long
  ['28', 'away'], // the server does not let us in: only while connecting
  ['3D000', 'away'], // no such database: only while connecting
  ['40001', 'conflict'], // serialization failure
  ['40P01', 'conflict'], // deadlock
  ['53', 'away'], // disk full, out of memory, too many connections
  ['55P03', 'locked'], // lock timeout
  ['57014', 'away'], // statement timeout
  ['57P', 'away'], // shutdown, crash, starting up, database dropped, idle session
  ['58', 'away'], // system error, such as a failed read or write
]);

/** Primary result codes of SQLite. */
const SQLITE_CODES: ReadonlyMap<number, FailureKind> = new Map([
  [5, 'away'], // SQLITE_BUSY
  [6, 'away'], // SQLITE_LOCKED
  [7, 'away'], // SQLITE_NOMEM
  [8, 'away'], // SQLITE_READONLY
  [10, 'away'], // SQLITE_IOERR
  [13, 'away'], // SQLITE_FULL
  [14, 'away'], // SQLITE_CANTOPEN
]);

/** Messages of the driver, its pool and kysely, without a code, when a connection is lost or cannot be obtained. */
const BROKEN =
  /^(connection terminated|timeout expired|timeout exceeded when trying to connect|client has encountered a connection error|client was closed|query read timeout|cannot use a pool after calling end|driver has already been destroyed|postgres connection has been discarded)/i;

/** The kind of a failure; undefined for a fault of the program or of the data. */
export function failureKindOf(error: unknown): FailureKind | undefined {
  if (error instanceof UnavailableError)
    return error.cause === undefined ? 'away' : failureKindOf(error.cause);
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') return SQLITE_CODES.get(error.errcode & 0xff);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined) return BROKEN.test(error.message) ? 'away' : undefined;
  if ('syscall' in error || SOCKET_CODES.has(code)) return 'away';
  return SQLSTATES.get(code) ?? SQLSTATES.get(code.slice(0, 3)) ?? SQLSTATES.get(code.slice(0, 2));
}

/** When several addresses were tried, the aggregate error has a code and no system call. */
const SOCKET_CODES: ReadonlySet<string> = new Set(
  'ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH EPIPE ETIMEDOUT'.split(' '),
);

/** Maps a transient failure to the ports' error; returns every other error unchanged. */
export function toPortError(error: unknown): unknown {
  if (error instanceof UnavailableError || failureKindOf(error) === undefined) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new UnavailableError(`The database is unavailable: ${message}`, { cause: error });
}

type Operation = (...parameters: readonly never[]) => Promise<unknown>;

/** The same operations, rejecting with `UnavailableError` for transient database failures. */
export function withPortErrors<Operations extends Readonly<Record<keyof Operations, Operation>>>(
  operations: Operations,
): Operations {
  const wrapped = Object.entries<Operation>(operations).map(([name, operation]) => [
    name,
    (...parameters: readonly never[]) => operation(...parameters).catch(rethrowAsPortError),
  ]);
  return Object.fromEntries(wrapped) as Operations; // the same names, each with the parameters and result of its operation
}

function rethrowAsPortError(error: unknown): never {
  throw toPortError(error);
}
