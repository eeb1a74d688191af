import type { GetKeyBalanceRequest, GetKeyBalanceResponse } from '../../../generated/stub.ts';
import { toUsdNumber } from '../../contract/money.ts';
import { remainingQuota } from '../ledger/quota.ts';
import type { RequestContext } from '../request-context.ts';
import { toCredits } from '../tasks/task-record.ts';

const UNLIMITED = -1;

/** `GET /v1/balance`: what the key may still use; a key without a quota of its own is unlimited. */
export async function getKeyBalance(
  _request: GetKeyBalanceRequest,
  { ports, key }: RequestContext,
): Promise<GetKeyBalanceResponse> {
  const usage = await ports.store.findKeyUsage(key.digest);
  const remaining = key.quota === undefined ? undefined : remainingQuota(key.quota, usage);
  return {
    status: 200,
    body: {
      success: true,
      remain_balance: remaining === undefined ? UNLIMITED : toUsdNumber(remaining),
      remain_credits: remaining === undefined ? UNLIMITED : Math.floor(toCredits(remaining)),
      used_balance: toUsdNumber(usage.used),
      used_credits: toCredits(usage.used),
      unlimited_quota: remaining === undefined,
    },
  };
}
