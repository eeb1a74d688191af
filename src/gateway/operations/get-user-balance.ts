import type { GetUserBalanceRequest, GetUserBalanceResponse } from '../../../generated/stub.ts';
import { toUsdNumber } from '../../contract/money.ts';
import type { RequestContext } from '../request-context.ts';
import { toCredits } from '../tasks/task-record.ts';

/** `GET /v1/user/balance` and `GET /user/balance` (sections 2.6 and 4.7); held money is not part of the remaining balance. */
export async function getUserBalance(
  _request: GetUserBalanceRequest,
  { ports, key }: RequestContext,
): Promise<GetUserBalanceResponse> {
  const account = await ports.store.findAccount(key.accountId);
  if (!account)
    return { status: 500, body: { success: false, message: 'The user record of this key is missing.' } };
  return {
    status: 200,
    body: {
      success: true,
      remain_balance: toUsdNumber(account.available),
      remain_credits: Math.floor(toCredits(account.available)),
      used_balance: toUsdNumber(account.used),
      used_credits: toCredits(account.used),
    },
  };
}
