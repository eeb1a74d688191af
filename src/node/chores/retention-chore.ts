import { policies } from '../../../generated/policies.ts';
import type { DurableStore } from '../../adapters/store/durable-store.ts';
import { DAY_MS } from '../../gateway/ledger/days.ts';
import type { Clock } from '../../gateway/ports/clock.ts';
import { type Chore, MORE } from './chores.ts';

export interface RetentionOptions {
  readonly store: Pick<DurableStore, 'removeExpiredKeys' | 'removeFinishedTasks'>;
  readonly clock: Clock;
  /** Days that finished tasks are kept; undefined for unlimited. */
  readonly keepDays: number | undefined;
}

const {
  step_tasks: TASKS,
  step_keys: KEYS,
  pause_milliseconds: PAUSE_MS,
  look_seconds: LOOK,
} = policies.retention;

/** Removes finished data in small steps, between which other requests get a turn. */
export function createRetentionChore({ store, clock, keepDays }: RetentionOptions): Chore {
  return {
    name: 'retention',
    everyMs: LOOK * 1000,
    moreMs: PAUSE_MS,
    async run() {
      const now = clock.now();
      const keys = await store.removeExpiredKeys(now, KEYS);
      const tasks =
        keepDays === undefined ? 0 : await store.removeFinishedTasks(now - keepDays * DAY_MS, TASKS);
      return keys >= KEYS || tasks >= TASKS ? MORE : undefined;
    },
  };
}
