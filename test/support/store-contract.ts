import { describeAccounts } from './store-contract/accounts.ts';
import { describeCachedPrefixes } from './store-contract/cached-prefixes.ts';
import { describeDeliveries } from './store-contract/deliveries.ts';
import { describeIdempotency } from './store-contract/idempotency.ts';
import { describeLedger } from './store-contract/ledger.ts';
import { describeQuotas } from './store-contract/quotas.ts';
import type { OpenStore } from './store-contract/samples.ts';
import { describeTasks } from './store-contract/tasks.ts';

/** What every store promises. */
export function describeStore(open: OpenStore): void {
  describeTasks(open);
  describeLedger(open);
  describeDeliveries(open);
  describeIdempotency(open);
  describeCachedPrefixes(open);
  describeAccounts(open);
  describeQuotas(open);
}
