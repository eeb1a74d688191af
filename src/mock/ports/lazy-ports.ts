import type {
  TextSimulator,
  TextSimulatorOptions,
} from '../../adapters/text-engine/create-text-simulator.ts';
import { once } from '../../gateway/memory/once.ts';
import type { Moderator } from '../../gateway/ports/text/moderator.ts';
import type { Translator } from '../../gateway/ports/text/translator.ts';

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
