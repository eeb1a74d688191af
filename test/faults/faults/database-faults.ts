import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { connectionTo, haltPostgres, resumePostgres } from '../../support/postgres-cluster.ts';
import type { Ground, Scenario } from '../scenario.ts';

const OUTAGE_MS = 2000;
/** Longer than any statement timeout: whoever waits for a frozen backend has to give up. */
const FREEZE_MS = 8000;

/** A PostgreSQL that goes away, cuts connections or hangs, under two processes. */
export const databaseFaults: readonly Scenario[] = [
  {
    name: 'immediate stop of PostgreSQL, back after 2 s',
    database: 'PostgreSQL',
    processes: 2,
    isShort: true,
    times: { long: 4, short: 1 },
    async strike({ ground }) {
      const cluster = clusterOf(ground);
      haltPostgres(cluster);
      await pause(OUTAGE_MS);
      resumePostgres(cluster, { isDurable: true });
    },
  },
  {
    name: '`pg_terminate_backend` of every connection',
    database: 'PostgreSQL',
    processes: 2,
    isShort: true,
    times: { long: 15, short: 4 },
    async strike({ ground }) {
      await backendsOf(ground, 'pg_terminate_backend(pid)');
    },
  },
  {
    name: 'half of the backends frozen for 8 s',
    database: 'PostgreSQL',
    processes: 2,
    times: { long: 2, short: 1 },
    async strike({ ground }) {
      const pids = await backendsOf(ground, 'pid');
      const frozen = pids.filter((_pid, index) => index % 2 === 0);
      signalAll(frozen, 'SIGSTOP');
      await pause(FREEZE_MS);
      signalAll(frozen, 'SIGCONT');
    },
  },
  {
    name: 'a table locked for 8 s',
    database: 'PostgreSQL',
    processes: 2,
    times: { long: 2, short: 1 },
    strike: ({ ground }) =>
      withClient(ground, async (client) => {
        await client.query('begin; lock table accounts in access exclusive mode');
        await pause(FREEZE_MS);
        await client.query('rollback');
      }),
  },
];

function clusterOf({ cluster }: Ground): string {
  if (cluster === undefined) throw new Error('This scenario needs a cluster of its own.');
  return cluster;
}

async function withClient<Result>(ground: Ground, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: connectionTo(clusterOf(ground), 'postgres') });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Evaluates an expression for every other client backend. */
function backendsOf(ground: Ground, expression: string): Promise<readonly number[]> {
  const text = `select ${expression} as value from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  return withClient(ground, async (client) => {
    const { rows } = await client.query<{ value: number }>(text);
    return rows.map(({ value }) => value);
  });
}

function signalAll(pids: readonly number[], signal: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It exited by itself.
    }
  }
}
