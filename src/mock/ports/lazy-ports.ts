import type { AddressGuard } from '../../adapters/network/create-address-guard.ts';
import type { GuardedFetch } from '../../adapters/network/create-guarded-fetch.ts';
import type {
  TextSimulator,
  TextSimulatorOptions,
} from '../../adapters/text-engine/create-text-simulator.ts';
import { once } from '../../gateway/memory/once.ts';
import type { CallbackSender } from '../../gateway/ports/callback-sender.ts';
import type { Moderator } from '../../gateway/ports/text/moderator.ts';
import type { Translator } from '../../gateway/ports/text/translator.ts';

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

/** Moderates with a word list; loaded with the first prompt to moderate. */
export function createLazyModerator(): Moderator {
  const load = () => import('../../adapters/moderator/create-word-list-moderator.ts');
  const get = once(async () => (await load()).createWordListModerator());
  return { moderate: async (input) => (await get()).moderate(input) };
}

/** Translates failures; loaded with the first failure to translate. */
export function createLazyTranslator(): Translator {
  const load = () => import('../../adapters/platform/create-message-translator.ts');
  const get = once(async () => (await load()).createMessageTranslator());
  return { translate: async (failure, language) => (await get()).translate(failure, language) };
}

/** Simulates text models; loaded with the first text to answer. */
export function createLazyTextSimulator(options: TextSimulatorOptions): TextSimulator {
  let simulator: TextSimulator | undefined;
  const get = once(async () => {
    const { createTextSimulator } = await import('../../adapters/text-engine/create-text-simulator.ts');
    simulator = createTextSimulator(options);
    return simulator;
  });
  return {
    answer: (job, signal) =>
      simulator?.answer(job, signal) ?? later(get, (loaded) => loaded.answer(job, signal)),
    tryFormat: async (format, trial) => (await get()).tryFormat(format, trial),
    reply: (job, script, signal) =>
      simulator?.reply(job, script, signal) ?? later(get, (loaded) => loaded.reply(job, script, signal)),
  };
}

async function* later<Loaded, Item>(
  get: () => Promise<Loaded>,
  use: (loaded: Loaded) => AsyncIterable<Item>,
): AsyncGenerator<Item> {
  yield* use(await get());
}
