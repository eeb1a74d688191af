import { policies } from '../../../../generated/policies.ts';
import type { NanoUsd } from '../../../contract/money.ts';
import { startOfDay } from '../../../gateway/ledger/days.ts';
import { depositEntry, holdEntry, settleEntry } from '../../../gateway/ledger/entries.ts';
import { lesserOf, remainingQuota } from '../../../gateway/ledger/quota.ts';
import type {
  Account,
  DailyCharge,
  Hold,
  HoldResult,
  KeyUsage,
  LedgerEntry,
} from '../../../gateway/ports/store.ts';

interface Books {
  available: NanoUsd;
  held: NanoUsd;
  used: NanoUsd;
  /** Charges by day and model, in the order of the first. */
  readonly days: Map<number, Map<string, NanoUsd>>;
  readonly entries: LedgerEntry[];
}

const { kept_entries: MAX_ENTRIES } = policies.money;

const ACCEPTED: HoldResult = { kind: 'accepted' };

/** Creates the empty ledger of a memory store. `quotaOf` finds the quota of a key, by its digest, if it has one. */
export function createLedgerMemory(quotaOf: (keyDigest: string) => NanoUsd | undefined) {
  const accounts = new Map<string, Books>();
  const usages = createKeyUsages();
  const booksOf = (id: string): Books => {
    const known = accounts.get(id);
    if (known) return known;
    const books = { available: 0n, held: 0n, used: 0n, days: new Map(), entries: [] };
    accounts.set(id, books);
    return books;
  };
  return {
    find(id: string): Account | undefined {
      const books = accounts.get(id);
      return books && { id, available: books.available, held: books.held, used: books.used };
    },
    open: (id: string) => void booksOf(id),
    deposit(accountId: string, amount: NanoUsd, at: number) {
      const books = booksOf(accountId);
      if (books.available + amount < 0n) return false;
      post(books, depositEntry({ accountId, reference: 'deposit', at }, amount));
      return true;
    },
    /** Reserves an amount if the account and the quota of the key cover it. */
    reserve(hold: Hold): HoldResult {
      const books = booksOf(hold.accountId);
      const quota = quotaOf(hold.keyDigest);
      const usage = usages.of(hold.keyDigest);
      const left = quota === undefined ? undefined : remainingQuota(quota, usage);
      const means = lesserOf(books.available, left);
      if (means.available < hold.amount) return { kind: 'insufficient', ...means };
      usage.held += hold.amount;
      post(
        books,
        holdEntry({ accountId: hold.accountId, reference: hold.id, at: hold.createdAt }, hold.amount),
      );
      return ACCEPTED;
    },
    /** Charges a reserved amount and releases the rest. Holds are not tracked: the caller does this once for each. */
    resolve(hold: Hold, charge: NanoUsd, at: number) {
      const books = booksOf(hold.accountId);
      post(books, settleEntry({ accountId: hold.accountId, reference: hold.id, at }, hold.amount, charge));
      const usage = usages.of(hold.keyDigest);
      usage.used += charge;
      usage.held -= hold.amount;
      if (charge > 0n) addToDay(books, { day: startOfDay(at), model: hold.modelId, amount: charge });
    },
    usageOf(digest: string): KeyUsage {
      const { used, held } = usages.of(digest);
      return { used, held: quotaOf(digest) === undefined ? 0n : held };
    },
    dailyCharges: (accountId: string, from: number, to: number) =>
      [...(accounts.get(accountId)?.days ?? [])]
        .filter(([day]) => day >= startOfDay(from) && day <= to)
        .sort(([left], [right]) => left - right)
        .flatMap(([day, models]) => [...models].map(([model, amount]) => ({ day, model, amount }))),
    entries: (accountId: string, limit: number) =>
      (accounts.get(accountId)?.entries ?? []).slice(-limit).reverse(),
  };
}

/** The usage of each key, changed in place. */
function createKeyUsages() {
  const usages = new Map<string, { used: NanoUsd; held: NanoUsd }>();
  return {
    of(digest: string) {
      const known = usages.get(digest);
      if (known) return known;
      const usage = { used: 0n, held: 0n };
      usages.set(digest, usage);
      return usage;
    },
  };
}

function post(books: Books, entry: LedgerEntry): void {
  books.available += entry.available;
  books.held += entry.held;
  books.used += entry.used;
  books.entries.push(entry);
  if (books.entries.length >= 2 * MAX_ENTRIES) books.entries.splice(0, MAX_ENTRIES);
}

function addToDay({ days }: Books, { day, model, amount }: DailyCharge): void {
  const models = days.get(day) ?? new Map<string, NanoUsd>();
  if (models.size === 0) days.set(day, models);
  models.set(model, amount + (models.get(model) ?? 0n));
}
