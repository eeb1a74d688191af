import { policies } from '../../../generated/policies.ts';
import type { CallbackResult } from '../ports/callback-sender.ts';
import type { DeliveryStep } from '../ports/store.ts';

const { retry_delays_seconds: delays, final_statuses: final } = policies.callbacks;

/**
 * What follows attempt number `tries`, which ended at `now`: 2xx delivers, 4xx is final, a refused address is
 * discarded; anything else, including a timeout, is retried after the next delay until there are none left. Pure.
 */
export function nextStep(
  result: CallbackResult,
  { tries, now }: { readonly tries: number; readonly now: number },
): DeliveryStep {
  if (result.kind === 'refused') return { state: 'discarded', reason: result.reason };
  if (result.kind === 'answered') {
    const { status } = result;
    if (status >= 200 && status <= 299) return { state: 'delivered' };
    if (status >= final.from && status <= final.to) return { state: 'failed' };
  }
  const delay = delays[tries - 1];
  return delay === undefined ? { state: 'failed' } : { state: 'pending', nextAt: now + delay * 1000 };
}
