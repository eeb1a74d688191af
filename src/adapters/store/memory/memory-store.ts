import type { NanoUsd } from '../../../contract/money.ts';
import type { ScheduleJob } from '../../../gateway/ports/queue.ts';
import type { ApiKey, Hold } from '../../../gateway/ports/store.ts';
import type { WholeStore } from '../whole-store.ts';
import { createCachedPrefixMemory } from './cached-prefix-memory.ts';
import { createDeliveryMemory } from './delivery-memory.ts';
import { createIdempotencyMemory } from './idempotency-memory.ts';
import { createLedgerMemory } from './ledger-memory.ts';
import { createTaskMemory } from './task-memory.ts';

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
export function createMemoryStore(options: MemoryStoreOptions): WholeStore {
  const { schedule, keepFinished } = options;
  const keys = new Map(options.keys.map((key) => [key.digest, key]));
  const secrets = new Map<string, readonly string[]>();
  const holds = new Map<string, Hold>();
  const ledger = createLedgerMemory((digest) => keys.get(digest)?.quota);
  const idempotency = createIdempotencyMemory({ seconds: options.idempotencySeconds, keep: keepFinished });
  const deliveries = createDeliveryMemory(schedule, keepFinished);
  for (const [id, amount] of Object.entries(options.deposits))
    ledger.deposit(id, amount, options.openedAt ?? 0);

  return {
    ...createTaskMemory({ ledger, idempotency, deliveries, schedule, keepFinished }),
    ...idempotency.operations,
    ...createCachedPrefixMemory(),
    ...deliveries.operations,
    findAccount: async (id) => ledger.find(id),
    findKeyUsage: async (digest) => ledger.usageOf(digest),
    async hold(hold) {
      const acceptance = ledger.reserve(hold);
      if (acceptance.kind === 'insufficient') return acceptance;
      holds.set(hold.id, hold);
      return { ...acceptance, isValid: () => true };
    },
    async settle(id, charge, at) {
      const hold = holds.get(id);
      if (!hold) return false;
      ledger.resolve(hold, charge, at);
      return holds.delete(id);
    },
    listDailyCharges: async (accountId, from, to) => ledger.dailyCharges(accountId, from, to),
    listLedger: async (accountId, limit) => ledger.entries(accountId, limit),
    findKey: (digest) => keys.get(digest),
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
