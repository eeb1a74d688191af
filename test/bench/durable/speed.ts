import { type BenchRequest, expectSuccess } from '../exchange.ts';
import type { LoadGenerator } from '../load.ts';
import type { Pace } from '../rounds.ts';
import { SUBMIT } from '../workload.ts';
import type { Cluster } from './cluster.ts';
import { commitRows } from './raw-sqlite.ts';
import { type Service, type StoreName, startService, storesWith } from './service.ts';

/** What was sent repeatedly: a poll, a submission, a transaction of pgbench, or a commit of one row to SQLite. */
export type SpeedOperation = 'poll' | 'submit' | 'transaction' | 'commit';

/** One turn of one store, or of pgbench. */
export interface SpeedTurn {
  readonly by: StoreName | 'pgbench' | 'raw SQLite';
  readonly operation: SpeedOperation;
  /** Counted from 1. */
  readonly round: number;
  readonly perSecond: number;
  /** The median latency; for pgbench the mean, the only value that it reports. */
  readonly middleMs: number;
  readonly p99Ms: number | undefined;
  readonly answers: number;
  readonly failures: number;
}

/** Settings of the rounds. */
export interface SpeedOptions {
  readonly cluster: Cluster | undefined;
  readonly generator: LoadGenerator;
  readonly pace: Pace;
}

/** A poll shows its speed immediately, and warms the service up for the submissions. */
export const POLL_PACE = { seconds: 1, warmUpSeconds: 1 } as const;

/** Measures in alternating rounds; every store has a new service and an empty database in each, pgbench its own turn. */
export async function measureSpeed(options: SpeedOptions): Promise<readonly SpeedTurn[]> {
  const { cluster, pace } = options;
  const turns: SpeedTurn[] = [];
  for (let round = 1; round <= pace.rounds; round += 1) {
    for (const store of storesWith(cluster)) turns.push(...(await measureStore(store, round, options)));
    turns.push(measureRawSqlite(round, pace));
    if (cluster) turns.push(await measurePgbench(cluster, round, pace));
  }
  return turns;
}

async function measureStore(
  store: StoreName,
  round: number,
  options: SpeedOptions,
): Promise<readonly SpeedTurn[]> {
  await using service = await startService(store, options.cluster);
  const poll: BenchRequest = { method: 'GET', path: await submitOne(service) };
  const about = { by: store, round } as const;
  return [
    { ...about, operation: 'poll', ...(await takeTurn(service, poll, { ...options, pace: POLL_PACE })) },
    { ...about, operation: 'submit', ...(await takeTurn(service, SUBMIT, options)) },
  ];
}

async function submitOne({ origin }: Service): Promise<string> {
  const { body } = await expectSuccess(origin, SUBMIT);
  const { data } = JSON.parse(body) as { readonly data: readonly { readonly task_id: string }[] }; // section 2.2
  return `/v1/tasks/${data[0]?.task_id}`;
}

async function takeTurn(
  { origin }: Service,
  request: BenchRequest,
  { generator, pace }: Pick<SpeedOptions, 'generator'> & { readonly pace: Omit<Pace, 'rounds'> },
): Promise<Pick<SpeedTurn, 'perSecond' | 'middleMs' | 'p99Ms' | 'answers' | 'failures'>> {
  await expectSuccess(origin, request);
  const warmUp = await generator.run(origin, request, pace.warmUpSeconds);
  const { answers, seconds, p50Ms, p99Ms, failures } = await generator.run(origin, request, pace.seconds);
  await expectSuccess(origin, request);
  return {
    perSecond: answers / seconds,
    middleMs: p50Ms,
    p99Ms,
    answers,
    failures: failures + warmUp.failures,
  };
}

function measureRawSqlite(round: number, { seconds }: Pace): SpeedTurn {
  commitRows(seconds / 2);
  const { perSecond, middleMs, commits } = commitRows(seconds);
  const about = { by: 'raw SQLite', operation: 'commit', round } as const;
  return { ...about, perSecond, middleMs, p99Ms: undefined, answers: commits, failures: 0 };
}

async function measurePgbench(cluster: Cluster, round: number, pace: Pace): Promise<SpeedTurn> {
  await cluster.runPgbench(1);
  const { perSecond, meanMs, transactions } = await cluster.runPgbench(pace.seconds);
  return {
    by: 'pgbench',
    operation: 'transaction',
    round,
    perSecond,
    middleMs: meanMs,
    p99Ms: undefined,
    answers: transactions,
    failures: 0,
  };
}
