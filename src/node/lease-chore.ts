import { policies } from '../../generated/policies.ts';
import type { DurableStore } from '../adapters/store/durable-store.ts';
import type { Clock } from '../gateway/ports/clock.ts';
import type { Chore } from './chores.ts';

const RENEWAL_MS = policies.database.lease_renewal_seconds * 1000;
/** So long this process must have renewed its lease without a gap before it judges others: after an outage all are late. */
const STEADY_MS = policies.database.lease_seconds * 1000;
const LOOK_MS = 30_000;

/** What a lease is renewed with. */
export interface LeaseChoreOptions {
  readonly store: Pick<DurableStore, 'keepAlive' | 'releaseAbandonedHolds'>;
  readonly clock: Clock;
}

/** Says that this process lives, and returns what others held for answers that do not live any more. */
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
