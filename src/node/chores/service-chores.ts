import { policies } from '../../../generated/policies.ts';
import type { DurableStore } from '../../adapters/store/durable-store.ts';
import type { Clock } from '../../gateway/ports/clock.ts';
import type { Chore } from './chores.ts';
import { createLeaseChore } from './lease-chore.ts';
import { createRetentionChore } from './retention-chore.ts';

export interface ServiceChoreOptions {
  readonly store: DurableStore;
  readonly clock: Clock;
  /** Days that finished tasks are kept; undefined for unlimited. */
  readonly keepDays: number | undefined;
}

const RESENDS_MS = policies.service.resends_seconds * 1000;

/** Background chores of a service: renewing its lease, sending callbacks requested by the operator, and retention. */
export function serviceChores({ store, clock, keepDays }: ServiceChoreOptions): readonly Chore[] {
  return [
    createLeaseChore({ store, clock }),
    { name: 'resends', everyMs: RESENDS_MS, run: () => store.queueResends(clock.now()) },
    createRetentionChore({ store, clock, keepDays }),
  ];
}
