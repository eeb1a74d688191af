import type { BodyReader } from './body-reader.ts';
import type { CallbackSender } from './callback-sender.ts';
import type { Clock } from './clock.ts';
import type { Compression } from './compression.ts';
import type { Digest } from './digest.ts';
import type { IdempotencyKeys } from './idempotency-keys.ts';
import type { Ids } from './ids.ts';
import type { DocumentReader } from './media/document-reader.ts';
import type { Engine } from './media/engine.ts';
import type { ImageProber } from './media/image-prober.ts';
import type { ReferenceFetcher } from './media/media.ts';
import type { Renderings } from './media/renderings.ts';
import type { Pacer } from './pacer.ts';
import type { JobQueue } from './queue.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Store } from './store.ts';
import type { CachedPrefixes } from './text/cached-prefixes.ts';
import type { Moderator } from './text/moderator.ts';
import type { TextEngine } from './text/text-engine.ts';
import type { Tokenizer } from './text/tokenizer.ts';
import type { Translator } from './text/translator.ts';

/** Everything the gateway needs from outside. */
export interface Ports {
  readonly bodyReader: BodyReader;
  readonly cachedPrefixes: CachedPrefixes;
  readonly callbackSender: CallbackSender;
  readonly clock: Clock;
  readonly compression: Compression;
  readonly digest: Digest;
  readonly documentReader: DocumentReader;
  readonly engine: Engine;
  readonly fetcher: ReferenceFetcher;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly ids: Ids;
  readonly moderator: Moderator;
  readonly pacer: Pacer;
  readonly prober: ImageProber;
  readonly queue: JobQueue;
  readonly rateLimiter: RateLimiter;
  readonly renderings: Renderings;
  readonly store: Store;
  readonly textEngine: TextEngine;
  readonly tokenizer: Tokenizer;
  readonly translator: Translator;
  /** Called with faults that a client only sees as a 500. */
  readonly reportFault: (error: unknown, requestId: string) => void;
}
