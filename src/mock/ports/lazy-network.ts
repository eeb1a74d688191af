import type { AddressGuard } from '../../adapters/network/create-address-guard.ts';
import type { GuardedFetch } from '../../adapters/network/create-guarded-fetch.ts';
import { once } from '../../gateway/memory/once.ts';
import type { CallbackSender } from '../../gateway/ports/callback-sender.ts';

/**
 * The addresses that a fetch may reach: all but link-local ones, those allowed for callbacks on a developer's
 * machine, or the public internet.
 */
export type Reach = 'almost everything' | 'near and public' | 'public';

/** Creates a fetch of that reach; loaded when first used. */
export function createLazyFetch(reach: Reach): GuardedFetch {
  const get = once(async () => {
    const [{ createGuardedFetch }, guard] = await Promise.all([
      import('../../adapters/network/create-guarded-fetch.ts'),
      loadGuard(reach),
    ]);
    return createGuardedFetch(guard);
  });
  return Object.assign(async (...[url, init]: Parameters<GuardedFetch>) => (await get())(url, init), {
    close: async () => (await get()).close(),
  });
}

async function loadGuard(reach: Reach): Promise<AddressGuard> {
  if (reach === 'almost everything') {
    const { createLooseGuard } = await import('../../adapters/network/create-loose-guard.ts');
    return createLooseGuard();
  }
  const { createAddressGuard } = await import('../../adapters/network/create-address-guard.ts');
  return createAddressGuard({ allowPrivate: reach === 'near and public', ports: 'any' });
}

/** Sends callbacks with a fetch; loaded with the first callback. */
export function createLazyCallbackSender(fetch: GuardedFetch): CallbackSender {
  const load = () => import('../../adapters/network/create-callback-sender.ts');
  const get = once(async () => (await load()).createCallbackSender(fetch));
  return { send: async (request) => (await get()).send(request) };
}
