import { policies } from '../../../../generated/policies.ts';
import type { NanoUsd } from '../../../contract/money.ts';
import { createRing } from '../../../gateway/memory/ring.ts';
import type { PictureCopy } from '../../../gateway/ports/media/media.ts';
import type { ScheduleJob } from '../../../gateway/ports/queue.ts';
import type { ApiKey, Hold, NewTask, Store, Task } from '../../../gateway/ports/store.ts';
import { withoutInput } from '../split-task.ts';
import { createCachedPrefixMemory } from './cached-prefix-memory.ts';
import { createDeliveryMemory } from './delivery-memory.ts';
import { createIdempotencyMemory } from './idempotency-memory.ts';
import { createLedgerMemory } from './ledger-memory.ts';

/** Initial contents and limits of a memory store. */
export interface MemoryStoreOptions {
  readonly keys: readonly ApiKey[];
  /** Deposits by account id. */
  readonly deposits: Readonly<Record<string, NanoUsd>>;
  /** When the deposits were made, milliseconds since the Unix epoch. */
  readonly openedAt?: number;
  /** Finished tasks kept, at least one; the oldest are evicted. */
  readonly keepFinished: number;
  /** Lifetime of an idempotency key in seconds. */
  readonly idempotencySeconds: number;
  /** Where the jobs of tasks and callbacks are enqueued. */
  readonly schedule: ScheduleJob;
}

/** An in-memory store: every operation runs to completion without yielding, so each is atomic. Nothing survives the process. */
export function createMemoryStore(options: MemoryStoreOptions): Store {
  const { schedule, keepFinished } = options;
  const keys = new Map(options.keys.map((key) => [key.digest, key]));
  const secrets = new Map<string, readonly string[]>();
  const tasks = new Map<string, NewTask | FinishedTask>();
  const pictures = new Map<string, PictureCopy>();
  const forget = (id: string) => {
    tasks.delete(id);
    pictures.delete(id);
  };
  const finished = createRing(keepFinished, forget);
  const finishedWithPicture = createRing(policies.results.kept_pictures, forget);
  const holds = new Map<string, Hold>();
  const ledger = createLedgerMemory();
  const idempotency = createIdempotencyMemory({ seconds: options.idempotencySeconds, keep: keepFinished });
  const deliveries = createDeliveryMemory({ schedule, keep: keepFinished });
  for (const [id, amount] of Object.entries(options.deposits))
    ledger.deposit(id, amount, options.openedAt ?? 0);

  return {
    async acceptTask(task, replay) {
      if (replay && !idempotency.holds(replay)) return { kind: 'superseded' };
      const acceptance = ledger.reserve(holdOf(task));
      if (acceptance.kind === 'insufficient') return acceptance;
      tasks.set(task.id, task);
      if (task.picture !== undefined) pictures.set(task.id, task.picture);
      if (replay) idempotency.keep(replay);
      schedule({ kind: 'finish_task', taskId: task.id }, task.dueAt);
      return acceptance;
    },
    async findTask(id) {
      const task = tasks.get(id);
      return !task || isFinished(task) ? task : withoutInput(task);
    },
    async findUnfinishedTask(id) {
      const task = tasks.get(id);
      return task && !isFinished(task) ? task : undefined;
    },
    findPicture: async (id) => pictures.get(id),
    async finishTask(id, outcome, { at, delivery }) {
      const task = tasks.get(id);
      if (!task || isFinished(task)) return false;
      ledger.resolve(holdOf(task), outcome.charge, at);
      tasks.set(id, { ...withoutInput(task), outcome, finishedAt: at });
      finished.add(id);
      if (pictures.has(id)) finishedWithPicture.add(id);
      if (delivery) deliveries.add(delivery);
      return true;
    },
    findAccount: async (id) => ledger.find(id),
    findKeyUsage: async (digest) => ledger.usageOf(digest),
    async hold(hold) {
      const acceptance = ledger.reserve(hold);
      if (acceptance.kind === 'insufficient') return acceptance;
      holds.set(hold.id, hold);
      return { ...acceptance, stands: () => true };
    },
    async settle(id, charge, at) {
      const hold = holds.get(id);
      if (!hold) return false;
      ledger.resolve(hold, charge, at);
      return holds.delete(id);
    },
    listDailyCharges: async (accountId, from, to) => ledger.dailyCharges(accountId, from, to),
    listLedger: async (accountId, limit) => ledger.entries(accountId, limit),
    ...idempotency.verbs,
    ...createCachedPrefixMemory(),
    ...deliveries.verbs,
    findKey: async (digest) => keys.get(digest),
    async saveKey(key) {
      keys.set(key.digest, key);
      ledger.open(key.accountId);
    },
    listKeys: async () => [...keys.values()],
    deposit: async (accountId, amount, at) => ledger.deposit(accountId, amount, at),
    findWebhookSecrets: async (accountId) => secrets.get(accountId) ?? [],
    async saveWebhookSecrets(accountId, active) {
      secrets.set(accountId, active);
    },
  };
}

/** A task that has ended: its input is gone. */
type FinishedTask = Task & Required<Pick<Task, 'outcome' | 'finishedAt'>>;

function isFinished(task: NewTask | FinishedTask): task is FinishedTask {
  return 'outcome' in task;
}

function holdOf({ id, accountId, keyDigest, modelId, hold: amount, createdAt }: Task): Hold {
  return { id, accountId, keyDigest, modelId, amount, createdAt };
}
