import type { DurableStore } from '../durable-store.ts';
import type { Turns } from './in-turn.ts';
import { removeExpiredKeys, removeFinishedTasks } from './remove.ts';
import { sumOldEntries } from './sum-entries.ts';

type RetentionOperations = Pick<
  DurableStore,
  'listAccounts' | 'removeExpiredKeys' | 'removeFinishedTasks' | 'sumOldEntries'
>;

/** Operations that shrink a database in small steps. */
export function createRetentionOperations(
  turns: Turns,
  { idempotencySeconds }: { readonly idempotencySeconds: number },
): RetentionOperations {
  return {
    removeFinishedTasks: (before, most) => removeFinishedTasks(turns, { before, most }),
    removeExpiredKeys: (now, most) =>
      removeExpiredKeys(turns, { before: now - idempotencySeconds * 1000, most }),
    sumOldEntries: (accountId, step) => sumOldEntries(turns, { accountId, ...step }),
    async listAccounts(after, most) {
      const page = turns.db.selectFrom('accounts').select('id').where('id', '>', after).orderBy('id');
      return (await page.limit(most).execute()).map(({ id }) => id);
    },
  };
}
