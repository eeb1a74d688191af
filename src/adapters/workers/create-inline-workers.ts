import type { Workers } from '../../gateway/ports/workers.ts';

/** Does the work in this thread, for where there are no others: nothing is bounded then but what the modules bound themselves. */
export function createInlineWorkers(): Workers {
  return {
    async run({ load }, { bytes, about, signal }) {
      if (signal?.aborted) return { kind: 'cancelled' };
      try {
        const { work } = await load();
        return { kind: 'found', found: await work(bytes, about) };
      } catch (error) {
        return { kind: 'crashed', error };
      }
    },
    close: async () => {},
  };
}
