import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseUsd } from '../../../src/contract/money.ts';
import type { DatabaseConfig } from '../../../src/node/config/config.ts';
import { openStore } from '../../../src/node/open-durable.ts';
import { freePort } from '../../support/loopback.ts';
import { type Child, startChild } from '../child.ts';
import { HEADERS } from '../exchange.ts';
import { DEPOSIT, project, untilReady } from '../targets.ts';
import type { Cluster } from './cluster.ts';

/** Where a gateway stores its data. */
export type StoreName = 'memory' | 'SQLite' | 'PostgreSQL';

/** A gateway on its own store, empty at the start. */
export interface Service extends AsyncDisposable {
  readonly store: StoreName;
  readonly origin: string;
  readonly child: Child;
}

/** A database that is dropped when disposed. */
export interface Place extends AsyncDisposable {
  readonly database: DatabaseConfig;
}

/** The account and key digest behind the key that all loads use. */
export const BENCH_ACCOUNT = {
  id: 'bench',
  keyDigest: hash('sha256', HEADERS.authorization.slice(7)),
} as const;

const main = join(project, 'bin/gatewright.cjs');

/** The stores that can be measured here, in the order in which they take turns. */
export function storesWith(cluster: Cluster | undefined): readonly StoreName[] {
  return cluster ? ['memory', 'SQLite', 'PostgreSQL'] : ['memory', 'SQLite'];
}

/** Starts `gatewright mock` with additional options and waits until it is ready. */
export async function startMock(...args: readonly string[]): Promise<Service> {
  const child = startChild([main, 'mock', '--port', '0', '--quiet', '--balance', DEPOSIT, ...args], {
    output: 'read',
  });
  const origin = await child.firstLine();
  await untilReady(child, origin);
  return { store: 'memory', origin, child, [Symbol.asyncDispose]: () => child[Symbol.asyncDispose]() };
}

/** Starts the gateway on a new store: the mock on memory, else `gatewright serve` as its users start it. */
export async function startService(store: StoreName, cluster: Cluster | undefined): Promise<Service> {
  if (store === 'memory') return startMock();
  const place = await createPlace(store, cluster);
  try {
    return await startServe(store, place);
  } catch (error) {
    await place[Symbol.asyncDispose]();
    throw error;
  }
}

/** Creates an empty database with one account and the key of the loads. */
export async function createPlace(
  store: Exclude<StoreName, 'memory'>,
  cluster: Cluster | undefined,
): Promise<Place> {
  const place = await (store === 'SQLite' ? createFolder() : createDatabase(cluster));
  const opened = await openStore(place.database);
  await opened.saveKey({
    digest: BENCH_ACCOUNT.keyDigest,
    accountId: BENCH_ACCOUNT.id,
    models: undefined,
    group: 'default',
    groupRatio: '1',
  });
  await opened.deposit(BENCH_ACCOUNT.id, parseUsd(DEPOSIT), Date.now());
  await opened.close();
  return place;
}

async function createFolder(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'gatewright-bench-data-'));
  return {
    database: { kind: 'sqlite', folder },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function createDatabase(cluster: Cluster | undefined): Promise<Place> {
  if (!cluster) throw new Error('There is no PostgreSQL to create a database in.');
  // It is removed with the cluster at the end of the run.
  const connectionString = await cluster.createDatabase();
  return { database: { kind: 'postgres', connectionString }, async [Symbol.asyncDispose]() {} };
}

async function startServe(store: StoreName, place: Place): Promise<Service> {
  const { database } = place;
  const port = await freePort();
  const data = database.kind === 'sqlite' ? ['--data', database.folder] : [];
  const url = database.kind === 'postgres' ? database.connectionString : '';
  const args = [main, 'serve', '--port', String(port), '--allow-private-addresses', ...data];
  const child = startChild(args, { output: 'dropped', env: { DATABASE_URL: url } });
  const origin = `http://127.0.0.1:${port}`;
  const dispose = async () => {
    await child[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  };
  await untilReady(child, origin);
  return { store, origin, child, [Symbol.asyncDispose]: dispose };
}
