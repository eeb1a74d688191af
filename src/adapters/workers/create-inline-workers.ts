import type { Workers } from '../../gateway/ports/workers.ts';

/** Runs the work on this thread, for platforms without others: only the modules' own limits apply. */
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
