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
  const { used } = usage;
  const spent = { used_balance: toUsdNumber(used), used_credits: toCredits(used) };
  if (key.quota !== undefined) {
    const remaining = remainingQuota(key.quota, usage);
    return {
      status: 200,
      body: {
        success: true,
        remain_balance: toUsdNumber(remaining),
        remain_credits: Math.floor(toCredits(remaining)),
        ...spent,
        unlimited_quota: false,
      },
    };
  }
  return {
    status: 200,
    body: {
      success: true,
      remain_balance: UNLIMITED,
      remain_credits: UNLIMITED,
      ...spent,
      unlimited_quota: true,
    },
  };
}
