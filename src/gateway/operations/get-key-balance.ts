import type { GetKeyBalanceRequest, GetKeyBalanceResponse } from '../../../generated/stub.ts';
import { toUsdNumber } from '../../contract/money.ts';
import type { RequestContext } from '../request-context.ts';
import { toCredits } from '../tasks/task-record.ts';

const UNLIMITED = -1;

/** `GET /v1/balance`: what the key may still use; a key without a quota of its own is unlimited. */
export async function getKeyBalance(
  _request: GetKeyBalanceRequest,
  { ports, key }: RequestContext,
): Promise<GetKeyBalanceResponse> {
  const used = await ports.store.findKeyUsage(key.digest);
  return {
    status: 200,
    body: {
      success: true,
      remain_balance: UNLIMITED,
      remain_credits: UNLIMITED,
      used_balance: toUsdNumber(used),
      used_credits: toCredits(used),
      unlimited_quota: true,
    },
  };
}
