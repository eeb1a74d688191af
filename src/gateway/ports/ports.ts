import type { Clock } from './clock.ts';
import type { Compression } from './compression.ts';
import type { Digest } from './digest.ts';
import type { Engine } from './engine.ts';
import type { Ids } from './ids.ts';
import type { MediaProber, MediaRenderer, ReferenceFetcher } from './media.ts';
import type { JobQueue } from './queue.ts';
import type { Store } from './store.ts';
import type { Tokenizer } from './tokenizer.ts';

/** Everything the gateway needs of the world. */
export interface Ports {
  readonly clock: Clock;
  readonly compression: Compression;
  readonly digest: Digest;
  readonly engine: Engine;
  readonly fetcher: ReferenceFetcher;
  readonly ids: Ids;
  readonly prober: MediaProber;
  readonly queue: JobQueue;
  readonly renderer: MediaRenderer;
  readonly store: Store;
  readonly tokenizer: Tokenizer;
  /** Told of faults that a client only sees as a 500. */
  readonly reportFault: (error: unknown, requestId: string) => void;
}
