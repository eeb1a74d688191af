import type { Means } from '../../contract/holds/hold-item.ts';
import type { NanoUsd } from '../../contract/money.ts';
import type { KeyUsage } from '../ports/store.ts';

/** What remains of the quota of a key: what is held for running tasks and answers is not available. */
export function remainingQuota(quota: NanoUsd, { used, held }: KeyUsage): NanoUsd {
  const remaining = quota - used - held;
  return remaining > 0n ? remaining : 0n;
}

/** The lesser of a balance and what remains of a quota, if there is one. */
export function lesserOf(balance: NanoUsd, remaining: NanoUsd | undefined): Means {
  return remaining !== undefined && remaining < balance
    ? { available: remaining, isQuota: true }
    : { available: balance };
}
