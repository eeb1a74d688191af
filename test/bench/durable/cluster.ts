import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import {
  connectionTo,
  isPostgresInstalled,
  programOf,
  startOnce,
  stopPostgres,
} from '../../support/postgres-cluster.ts';
import { CONNECTIONS } from '../load.ts';

/** A PostgreSQL server for this run only, which flushes every commit to disk, as in production. */
export interface Cluster extends Disposable {
  /** Version of the server, such as `17.5`. */
  readonly version: string;
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Runs one statement in a database. */
  query(address: string, text: string): Promise<readonly Record<string, unknown>[]>;
  /** Runs `pgbench -N` (one update, one read, one insert per transaction) with as many clients as our loads have. */
  runPgbench(seconds: number): Promise<PgbenchResult>;
}

/** What pgbench counted. */
export interface PgbenchResult {
  readonly perSecond: number;
  readonly meanMs: number;
  readonly transactions: number;
}

const BASELINE = 'pgbench';
const SCALE = '10';
const execute = promisify(execFile);

/** Starts a cluster in a new folder; undefined where PostgreSQL is not installed. */
export async function openCluster(): Promise<Cluster | undefined> {
  if (!isPostgresInstalled()) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-bench-postgres-'));
  const stop = () => stopPostgres(folder);
  process.once('exit', stop);
  chmodSync(folder, 0o755);
  await startOnce(folder, { isDurable: true });
  const version = await query(connectionTo(folder, 'postgres'), 'show server_version');
  await query(connectionTo(folder, 'postgres'), `create database ${BASELINE}`);
  const pgbench = (args: readonly string[]) =>
    execute(programOf('pgbench'), ['-h', folder, '-U', 'postgres', ...args, BASELINE]);
  await pgbench(['-i', '-q', '-s', SCALE]);
  let databases = 0;
  return {
    version: String(version[0]?.server_version).split(' ')[0] ?? '',
    async createDatabase() {
      databases += 1;
      await query(connectionTo(folder, 'postgres'), `create database bench_${databases}`);
      return connectionTo(folder, `bench_${databases}`);
    },
    query,
    async runPgbench(seconds) {
      const shape = ['-N', '-n', '-c', String(CONNECTIONS), '-j', '1', '-T', String(seconds)];
      return readPgbench((await pgbench(shape)).stdout);
    },
    [Symbol.dispose]() {
      process.removeListener('exit', stop);
      stop();
    },
  };
}

/** The figures that pgbench prints. */
export function readPgbench(text: string): PgbenchResult {
  const figure = (pattern: RegExp) => Number(pattern.exec(text)?.[1]);
  const result = {
    perSecond: figure(/^tps = ([\d.]+)/m),
    meanMs: figure(/^latency average = ([\d.]+) ms/m),
    transactions: figure(/^number of transactions actually processed: (\d+)/m),
  };
  if (Object.values(result).some(Number.isNaN)) throw new Error(`pgbench gave no figures:\n${text}`);
  return result;
}

async function query(address: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
