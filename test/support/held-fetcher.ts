import type { FetchedReference, ReferenceFetcher } from '../../src/gateway/ports/media/media.ts';

/** A fetcher whose files arrive when a test releases them. */
export interface HeldFetcher extends ReferenceFetcher {
  /** Requested addresses, in order. */
  readonly asked: readonly string[];
  /** How many are being fetched. */
  running(): number;
  /** The most that were fetched at the same time. */
  most(): number;
  /** Releases every file, including later ones. */
  release(): void;
}

/** Creates a fetcher that returns a copy of the same file for every URL, and ends a fetch when its reader disconnects. */
export function createHeldFetcher(file: Uint8Array): HeldFetcher {
  const asked: string[] = [];
  const released = Promise.withResolvers<void>();
  const fetched = () =>
    ({ kind: 'fetched', bytes: Uint8Array.from(file), declaredType: 'image/png' }) as const;
  let running = 0;
  let most = 0;
  return {
    asked,
    running: () => running,
    most: () => most,
    release: () => released.resolve(),
    async fetch(address, { signal }) {
      asked.push(address);
      running += 1;
      most = Math.max(most, running);
      try {
        return await Promise.race([released.promise.then(fetched), untilAborted(signal)]);
      } finally {
        running -= 1;
      }
    },
  };
}

function untilAborted(signal: AbortSignal | undefined): Promise<FetchedReference> {
  return new Promise((resolve) => {
    signal?.addEventListener('abort', () => resolve({ kind: 'unreachable', reason: 'its reader left' }));
  });
}
