import { createSystemClock } from '../adapters/clock/system-clock.ts';
import { createAddressGuard } from '../adapters/network/create-address-guard.ts';
import { createCallbackSender } from '../adapters/network/create-callback-sender.ts';
import { createGuardedFetch } from '../adapters/network/create-guarded-fetch.ts';
import type { Store } from '../gateway/ports/store.ts';
import { createCallbackDeliverer } from '../gateway/webhooks/deliver-callback.ts';

/** Sends one callback once more and records the try, outside of a service. */
export async function resendCallback(
  store: Store,
  taskId: string,
  { allowsPrivateAddresses }: { readonly allowsPrivateAddresses: boolean },
): Promise<void> {
  const guard = createAddressGuard(allowsPrivateAddresses ? { allowPrivate: true, ports: 'any' } : {});
  const guardedFetch = createGuardedFetch(guard);
  try {
    const deliverer = createCallbackDeliverer({
      clock: createSystemClock(),
      store,
      callbackSender: createCallbackSender(guardedFetch),
      reportFault: (error) => {
        throw error;
      },
    });
    await deliverer.resend(taskId);
  } finally {
    await guardedFetch.close();
  }
}
