import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DurableStore } from '../../../src/adapters/store/durable-store.ts';
import { SQLITE_FILE } from '../../../src/adapters/store/sqlite/sqlite-database.ts';
import { openStore } from '../../../src/node/open-durable.ts';
import { newTask, success } from '../../support/store-contract/samples.ts';
import { percentileOf } from './chat-streams.ts';
import type { Cluster } from './cluster.ts';
import { BENCH_ACCOUNT, createPlace, type Place, type StoreName, storesWith } from './service.ts';

/** What finding one task costs among so many. */
export interface PollCost {
  readonly store: StoreName;
  readonly tasks: number;
  readonly round: number;
  readonly p50Micros: number;
}

/** How many tasks are stored and how often one is read. */
export interface PollCostOptions {
  readonly cluster: Cluster | undefined;
  /** The numbers of stored tasks to compare. */
  readonly sizes: readonly number[];
  readonly rounds: number;
}

type SqlStoreName = Exclude<StoreName, 'memory'>;

const FINDS = 3000;
const WARM_UP_FINDS = 500;
const SAMPLE_ID = 'task_sample';
const HEX = { SQLite: 'lower(hex(randomblob(16)))', PostgreSQL: 'md5(random()::text || n)' } as const;
const NUMBERS = {
  SQLite: (most: number) =>
    `(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${most}) select n from numbers)`,
  PostgreSQL: (most: number) => `(select generate_series(1, ${most}) as n)`,
} as const;

/** Measures `findTask` of the store in this process, the databases of different sizes in turn. */
export async function measurePollCost(options: PollCostOptions): Promise<readonly PollCost[]> {
  const costs: PollCost[] = [];
  for (const store of storesWith(options.cluster)) {
    if (store !== 'memory') costs.push(...(await measureStore(store, options)));
  }
  return costs;
}

async function measureStore(
  store: SqlStoreName,
  { cluster, sizes, rounds }: PollCostOptions,
): Promise<readonly PollCost[]> {
  await using stack = new AsyncDisposableStack();
  const filled: { readonly tasks: number; readonly opened: DurableStore; readonly ids: readonly string[] }[] =
    [];
  for (const tasks of sizes) {
    const place = stack.use(await createPlace(store, cluster));
    const ids = await fill(store, { place, cluster, tasks });
    const opened = await openStore(place.database);
    stack.defer(() => opened.close());
    filled.push({ tasks, opened, ids });
  }
  const costs: PollCost[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const { tasks, opened, ids } of filled) {
      const p50Micros = await timeFinds(opened, ids, round === 0 ? WARM_UP_FINDS : FINDS);
      if (round > 0) costs.push({ store, tasks, round, p50Micros });
    }
  }
  return costs;
}

async function timeFinds(store: DurableStore, ids: readonly string[], count: number): Promise<number> {
  const micros = new Float64Array(count);
  for (let index = 0; index < count; index += 1) {
    const id = ids[index % ids.length] ?? '';
    const started = performance.now();
    const task = await store.findTask(id);
    micros[index] = (performance.now() - started) * 1000;
    if (task?.id !== id) throw new Error(`Task ${id} is not where it was put.`);
  }
  return percentileOf(micros.sort(), 0.5);
}

interface Filling {
  readonly place: Place;
  readonly cluster: Cluster | undefined;
  readonly tasks: number;
}

/** Stores one task, and copies its rows under other ids. Returns some of the ids, in no order. */
async function fill(store: SqlStoreName, { place, cluster, tasks }: Filling): Promise<readonly string[]> {
  const opened = await openStore(place.database);
  const { id: accountId, keyDigest } = BENCH_ACCOUNT;
  const sample = newTask(SAMPLE_ID, { accountId, keyDigest });
  await opened.acceptTask(sample);
  await opened.finishTask(SAMPLE_ID, success(1n), { at: sample.dueAt });
  await opened.close();
  const texts = [
    `insert into tasks (id, account_id, created_at, hold, data)
     select 'task_' || ${HEX[store]}, account_id, created_at, hold, data
     from tasks cross join ${NUMBERS[store](tasks - 1)} as numbers`,
    `insert into task_outcomes (task_id, finished_at, charge, outcome)
     select tasks.id, finished_at, charge, outcome from tasks cross join task_outcomes where tasks.id <> '${SAMPLE_ID}'`,
    store === 'SQLite' ? 'analyze' : 'vacuum analyze tasks, task_outcomes',
  ];
  const sampleIds = `select id from tasks order by random() limit ${FINDS}`;
  return readIds(await runStatements(place, { cluster, texts, last: sampleIds }));
}

async function runStatements(
  { database }: Place,
  {
    cluster,
    texts,
    last,
  }: { readonly cluster: Cluster | undefined; readonly texts: readonly string[]; readonly last: string },
): Promise<readonly Record<string, unknown>[]> {
  if (database.kind === 'postgres') {
    for (const text of texts) await cluster?.query(database.connectionString, text);
    return (await cluster?.query(database.connectionString, last)) ?? [];
  }
  using sqlite = new DatabaseSync(join(database.folder, SQLITE_FILE));
  for (const text of texts) sqlite.exec(text);
  return sqlite.prepare(last).all();
}

function readIds(rows: readonly Record<string, unknown>[]): readonly string[] {
  return rows.map(({ id }) => String(id));
}
