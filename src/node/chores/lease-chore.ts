import { policies } from '../../../generated/policies.ts';
import type { DurableStore } from '../../adapters/store/durable-store.ts';
import type { Clock } from '../../gateway/ports/clock.ts';
import type { Chore } from './chores.ts';

const RENEWAL_MS = policies.database.lease_renewal_seconds * 1000;
/**
 * A process checks the leases of others only after renewing its own this long without a gap: after an outage every
 * lease is late.
 */
const STEADY_MS = policies.database.lease_seconds * 1000;
const LOOK_MS = policies.service.abandoned_holds_seconds * 1000;

export interface LeaseChoreOptions {
  readonly store: Pick<DurableStore, 'keepAlive' | 'releaseAbandonedHolds'>;
  readonly clock: Clock;
}

/** Renews the lease of this process, and releases holds for text answers of processes whose leases expired. */
export function createLeaseChore({ store, clock }: LeaseChoreOptions): Chore {
  let steadySince: number | undefined;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const renew = async () => {
    try {
      await store.keepAlive();
    } catch (error) {
      steadySince = undefined;
      throw error;
    }
    const now = clock.now();
    if (steadySince === undefined || now - renewedAt > STEADY_MS) steadySince = now;
    renewedAt = now;
    return now - steadySince >= STEADY_MS;
  };
  return {
    name: 'lease',
    everyMs: RENEWAL_MS,
    afterFaultMs: RENEWAL_MS,
    async run() {
      const isSteady = await renew();
      if (!isSteady || clock.now() - lookedAt < LOOK_MS) return;
      lookedAt = clock.now();
      await store.releaseAbandonedHolds(lookedAt);
    },
  };
}
