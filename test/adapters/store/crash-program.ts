// A process that accepts and finishes tasks until it is killed or, with drain, until none is left. node crash-program.ts <work|drain>
// <sqlite|postgres> <folder or address> <name>
import { createClaimingQueue } from '../../../src/adapters/queue/claiming-queue.ts';
import type { DueJob, DurableStore } from '../../../src/adapters/store/durable-store.ts';
import { openPostgresStore } from '../../../src/adapters/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../../src/adapters/store/sqlite/sqlite-store.ts';
import type { Job } from '../../../src/gateway/ports/queue.ts';
import { UnavailableError } from '../../../src/gateway/ports/unavailable.ts';
import { newDelivery, newTask, success } from '../../support/store-contract/samples.ts';

const [mode = '', database = '', target = '', name = ''] = process.argv.slice(2);
const HOLD = 10n;
const CHARGE = 7n;
const PARALLEL = 8;

function createHandler(store: DurableStore) {
  return async ({ kind, taskId }: Job) => {
    const now = Date.now();
    if (kind === 'deliver_callback')
      await store.recordAttempt(taskId, {
        attempt: { at: now, durationMs: 1, status: 200 },
        next: { state: 'delivered' },
      });
    else if (await store.finishTask(taskId, success(CHARGE), { at: now, delivery: newDelivery(taskId, now) }))
      process.stdout.write(`finished ${taskId}\n`);
  };
}

async function openSqlite(): Promise<{ store: DurableStore; stop(): Promise<void> }> {
  let run: ((job: Job) => Promise<void>) | undefined;
  const schedule = (job: Job, dueAt: number) =>
    void setTimeout(() => void run?.(job), Math.max(0, dueAt - Date.now()));
  const store = await openSqliteStore({ folder: target, schedule });
  run = createHandler(store);
  for (const { job, dueAt } of await store.listPendingJobs()) schedule(job, dueAt);
  return { store, stop: () => store.close() };
}

async function openPostgres(): Promise<{ store: DurableStore; stop(): Promise<void> }> {
  const queue = createClaimingQueue({ reportFault: (error) => console.error(error) });
  const store = await openPostgresStore({ connectionString: target, schedule: queue.schedule });
  queue.onDue(createHandler(store));
  queue.start(store);
  return {
    store,
    stop: async () => {
      await queue.stop();
      await store.close();
    },
  };
}

/** A process that is frozen within a transaction keeps its locks for seconds: meanwhile clients get 503 and retry. */
async function acceptForEver(store: DurableStore, lane: number): Promise<never> {
  for (let count = 0; ; count += 1)
    await accept(store, `${name}-${lane}-${count}`).catch((error: unknown) => {
      if (!(error instanceof UnavailableError)) throw error;
    });
}

async function accept(store: DurableStore, id: string): Promise<void> {
  const createdAt = Date.now();
  const scope = { accountId: 'alpha', operationId: 'createImage', key: id };
  const claimed = await store.claimIdempotency(scope, 'digest', createdAt);
  if (claimed.kind !== 'claimed') throw new Error(`The key ${id} is ${claimed.kind}.`);
  const task = newTask(id, { hold: HOLD, createdAt, dueAt: createdAt + 20 });
  const acceptance = await store.acceptTask(task, {
    scope,
    claim: claimed.claim,
    answer: { status: 200, body: { id } },
  });
  process.stdout.write(`${acceptance.kind} ${id}\n`);
}

async function drained(store: DurableStore): Promise<void> {
  let pending: readonly DueJob[];
  do {
    pending = await store.listPendingJobs();
    await new Promise((resolve) => setTimeout(resolve, 50));
  } while (pending.length > 0);
}

const { store, stop } = await (database === 'sqlite' ? openSqlite() : openPostgres());
process.stdout.write('ready\n');
if (mode === 'work')
  await Promise.all(Array.from({ length: PARALLEL }, (_, lane) => acceptForEver(store, lane)));
await drained(store);
await stop();
