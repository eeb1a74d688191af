import type {
  GetBillingSubscriptionRequest,
  GetBillingSubscriptionResponse,
} from '../../../generated/stub.ts';
import { toUsdNumber } from '../../contract/money.ts';
import type { RequestContext } from '../request-context.ts';

/** `GET /v1/dashboard/billing/subscription`: every limit is remaining plus used. */
export async function getBillingSubscription(
  _request: GetBillingSubscriptionRequest,
  { ports, key }: RequestContext,
): Promise<GetBillingSubscriptionResponse> {
  const account = await ports.store.findAccount(key.accountId);
  const limit = toUsdNumber(account ? account.available + account.held + account.used : 0n);
  return {
    status: 200,
    body: {
      object: 'billing_subscription',
      has_payment_method: true,
      soft_limit_usd: limit,
      hard_limit_usd: limit,
      system_hard_limit_usd: limit,
      access_until: 0,
    },
  };
}
