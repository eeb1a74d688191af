import type { NanoUsd } from '../../contract/money.ts';
import type { LedgerEntry } from '../ports/store.ts';

/** What an entry belongs to. */
export interface EntrySubject {
  readonly accountId: string;
  readonly reference: string;
  readonly at: number;
}

/** Deposits, or withdraws when negative. */
export function depositEntry(subject: EntrySubject, amount: NanoUsd): LedgerEntry {
  return { ...subject, kind: 'deposit', available: amount, held: 0n, used: 0n, deposited: -amount };
}

export function holdEntry(subject: EntrySubject, amount: NanoUsd): LedgerEntry {
  return { ...subject, kind: 'hold', available: -amount, held: amount, used: 0n, deposited: 0n };
}

/** Charges a hold and releases the rest; a zero charge releases all of it (section 3). Throws when the charge exceeds the hold. */
export function settleEntry(subject: EntrySubject, hold: NanoUsd, charge: NanoUsd): LedgerEntry {
  if (charge < 0n || charge > hold)
    throw new RangeError(`A charge of ${charge} does not fit a hold of ${hold}.`);
  const kind = charge === 0n ? 'release' : 'settle';
  return { ...subject, kind, available: hold - charge, held: -hold, used: charge, deposited: 0n };
}

/** Charges a hold that was released before. */
export function lateEntry(subject: EntrySubject, charge: NanoUsd): LedgerEntry {
  return { ...subject, kind: 'settle', available: -charge, held: 0n, used: charge, deposited: 0n };
}

/** The sum of entries of one account, at the time of the newest; replacing them with it does not change the ledger's sums. */
export function balanceEntry(entries: readonly LedgerEntry[]): LedgerEntry {
  const [first] = entries;
  if (!first) throw new RangeError('There is nothing to sum.');
  const sum = (posting: 'available' | 'held' | 'used' | 'deposited') =>
    entries.reduce((total, entry) => total + entry[posting], 0n);
  return {
    accountId: first.accountId,
    kind: 'balance',
    reference: 'balance',
    at: entries.reduce((latest, { at }) => Math.max(latest, at), first.at),
    available: sum('available'),
    held: sum('held'),
    used: sum('used'),
    deposited: sum('deposited'),
  };
}
