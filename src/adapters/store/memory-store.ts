import type { NanoUsd } from '../../contract/money.ts';
import type {
  Account,
  ApiKey,
  DailyCharge,
  NewTask,
  Store,
  Task,
  TaskOutcome,
} from '../../gateway/ports/store.ts';
import { createIdempotencyMemory } from './idempotency-memory.ts';

/** What a memory store starts with, and how much it keeps. */
export interface MemoryStoreOptions {
  readonly keys: readonly ApiKey[];
  /** Deposits by account id. */
  readonly deposits: Readonly<Record<string, NanoUsd>>;
  /** Finished tasks kept; the oldest go first. */
  readonly keepFinished: number;
  /** Seconds an idempotency key is remembered. */
  readonly idempotencySeconds: number;
}

interface Books {
  available: NanoUsd;
  held: NanoUsd;
  used: NanoUsd;
  /** Charges by day and model. */
  readonly days: Map<string, DailyCharge>;
}

const DAY_MS = 86_400_000;

/** A store in memory: every verb runs to its end without yielding, so each is atomic. Nothing survives the process. */
export function createMemoryStore(options: MemoryStoreOptions): Store {
  const keys = new Map(options.keys.map((key) => [key.digest, key]));
  const books = new Map(Object.entries(options.deposits).map(([id, deposit]) => [id, openBooks(deposit)]));
  const usage = new Map<string, NanoUsd>();
  const tasks = new Map<string, Task>();
  const finished = new Set<string>();
  const idempotency = createIdempotencyMemory(options.idempotencySeconds);

  const close = (task: Task, outcome: TaskOutcome, finishedAt: number) => {
    const account = booksOf(books, task.accountId);
    settle(account, task, { charge: outcome.charge, finishedAt });
    usage.set(task.keyDigest, (usage.get(task.keyDigest) ?? 0n) + outcome.charge);
    tasks.set(task.id, { ...task, outcome, finishedAt });
    finished.add(task.id);
    forgetOldest(tasks, finished, options.keepFinished);
  };
  return {
    findKey: async (digest) => keys.get(digest),
    findKeyUsage: async (digest) => usage.get(digest) ?? 0n,
    findAccount: async (id) => toAccount(id, books.get(id)),
    async acceptTask(task: NewTask) {
      const account = booksOf(books, task.accountId);
      if (account.available < task.hold) return { kind: 'insufficient', available: account.available };
      account.available -= task.hold;
      account.held += task.hold;
      tasks.set(task.id, task);
      return { kind: 'accepted' };
    },
    findTask: async (id) => tasks.get(id),
    async finishTask(id, outcome, finishedAt) {
      const task = tasks.get(id);
      if (!task || task.outcome) return false;
      close(task, outcome, finishedAt);
      return true;
    },
    ...idempotency,
    async listDailyCharges(accountId, from, to) {
      const days = [...(books.get(accountId)?.days.values() ?? [])];
      return days.filter(({ day }) => day >= startOfDay(from) && day <= to).sort((a, b) => a.day - b.day);
    },
  };
}

function openBooks(deposit: NanoUsd): Books {
  return { available: deposit, held: 0n, used: 0n, days: new Map() };
}

function booksOf(books: ReadonlyMap<string, Books>, accountId: string): Books {
  const account = books.get(accountId);
  if (!account) throw new RangeError(`Account ${accountId} does not exist.`);
  return account;
}

function toAccount(id: string, books: Books | undefined): Account | undefined {
  return books && { id, available: books.available, held: books.held, used: books.used };
}

/** Charges what was used of a hold and returns the rest. */
function settle(
  account: Books,
  { hold, modelId }: Task,
  { charge, finishedAt }: { readonly charge: NanoUsd; readonly finishedAt: number },
): void {
  account.held -= hold;
  account.available += hold - charge;
  account.used += charge;
  if (charge === 0n) return;
  const day = startOfDay(finishedAt);
  const name = `${day} ${modelId}`;
  const amount = (account.days.get(name)?.amount ?? 0n) + charge;
  account.days.set(name, { day, model: modelId, amount });
}

function startOfDay(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}

function forgetOldest(tasks: Map<string, Task>, finished: Set<string>, keep: number): void {
  for (const id of finished) {
    if (finished.size <= keep) return;
    finished.delete(id);
    tasks.delete(id);
  }
}
