import type { NanoUsd } from '../../contract/money.ts';
import type { ScheduleJob } from '../../gateway/ports/queue.ts';
import type { ApiKey, NewDelivery, Store, Task, TaskOutcome } from '../../gateway/ports/store.ts';
import { createDeliveryMemory } from './delivery-memory.ts';
import { createIdempotencyMemory } from './idempotency-memory.ts';
import { createLedgerMemory } from './ledger-memory.ts';

/** What a memory store starts with, and how much it keeps. */
export interface MemoryStoreOptions {
  readonly keys: readonly ApiKey[];
  /** Deposits by account id. */
  readonly deposits: Readonly<Record<string, NanoUsd>>;
  /** When the deposits were made, milliseconds since the Unix epoch. */
  readonly openedAt?: number;
  /** Finished tasks kept; the oldest go first. */
  readonly keepFinished: number;
  /** Seconds an idempotency key is remembered. */
  readonly idempotencySeconds: number;
  /** Where the work goes that tasks and callbacks cause. */
  readonly schedule: ScheduleJob;
}

/** A store in memory: every verb runs to its end without yielding, so each is atomic. Nothing survives the process. */
export function createMemoryStore(options: MemoryStoreOptions): Store {
  const { schedule, keepFinished } = options;
  const keys = new Map(options.keys.map((key) => [key.digest, key]));
  const secrets = new Map<string, readonly string[]>();
  const tasks = new Map<string, Task>();
  const finished = new Set<string>();
  const ledger = createLedgerMemory();
  const idempotency = createIdempotencyMemory({ seconds: options.idempotencySeconds, keep: keepFinished });
  const deliveries = createDeliveryMemory({ schedule, keep: keepFinished });
  for (const [id, amount] of Object.entries(options.deposits))
    ledger.deposit(id, amount, options.openedAt ?? 0);

  const end = (
    task: Task,
    outcome: TaskOutcome,
    { at, delivery }: { at: number; delivery?: NewDelivery },
  ) => {
    ledger.settle(task.id, outcome.charge, at);
    tasks.set(task.id, { ...task, outcome, finishedAt: at });
    finished.add(task.id);
    if (delivery) deliveries.add(delivery);
    forgetOldest(tasks, finished, keepFinished);
  };
  return {
    async acceptTask(task, replay) {
      const { id, accountId, keyDigest, modelId, hold: amount, createdAt } = task;
      const acceptance = ledger.hold({ id, accountId, keyDigest, modelId, amount, createdAt });
      if (acceptance.kind === 'insufficient') return acceptance;
      tasks.set(id, task);
      if (replay) idempotency.keep(replay);
      schedule({ kind: 'finish_task', taskId: id }, task.dueAt);
      return acceptance;
    },
    findTask: async (id) => tasks.get(id),
    async finishTask(id, outcome, details) {
      const task = tasks.get(id);
      if (!task || task.outcome) return false;
      end(task, outcome, details);
      return true;
    },
    findAccount: async (id) => ledger.find(id),
    findKeyUsage: async (digest) => ledger.usageOf(digest),
    hold: async (hold) => ledger.hold(hold),
    settle: async (id, charge, at) => ledger.settle(id, charge, at),
    listDailyCharges: async (accountId, from, to) => ledger.dailyCharges(accountId, from, to),
    listLedger: async (accountId, limit) => ledger.entries(accountId, limit),
    ...idempotency.verbs,
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

function forgetOldest(tasks: Map<string, Task>, finished: Set<string>, keep: number): void {
  for (const id of finished) {
    if (finished.size <= keep) return;
    finished.delete(id);
    tasks.delete(id);
  }
}
