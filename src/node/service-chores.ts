import type { DurableStore } from '../adapters/store/durable-store.ts';
import type { Clock } from '../gateway/ports/clock.ts';
import type { Chore } from './chores.ts';
import { createLeaseChore } from './lease-chore.ts';
import { createRetentionChore } from './retention-chore.ts';

/** What chores of a service work on. */
export interface ServiceChoreOptions {
  readonly store: DurableStore;
  readonly clock: Clock;
  /** Days that finished tasks are kept; undefined for ever. */
  readonly keepDays: number | undefined;
}

/** An operator who asks for a callback sees it sent in about a second. */
const RESENDS_MS = 1000;

/** What a service does besides answering: it says that it lives, sends what its operator asked for, and removes what is over. */
export function serviceChores({ store, clock, keepDays }: ServiceChoreOptions): readonly Chore[] {
  return [
    createLeaseChore({ store, clock }),
    { name: 'resends', everyMs: RESENDS_MS, run: () => store.queueResends(clock.now()) },
    createRetentionChore({ store, clock, keepDays }),
  ];
}
