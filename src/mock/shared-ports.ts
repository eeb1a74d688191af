import { createDocumentReader } from '../adapters/documents/create-document-reader.ts';
import { createSimulator } from '../adapters/engine/simulator.ts';
import { createReferenceFetcher } from '../adapters/media/create-reference-fetcher.ts';
import { createLazyRenderer, lazyPlanLayers, lazyProber } from '../adapters/media/lazy-media.ts';
import { gptTokenizer } from '../adapters/platform/gpt-tokenizer.ts';
import { nodeCompression } from '../adapters/platform/node-compression.ts';
import { nodeDigest } from '../adapters/platform/node-digest.ts';
import { createRenderings } from '../adapters/renderings/create-renderings.ts';
import { createWorkerPool } from '../adapters/workers/create-worker-pool.ts';
import type { Ports } from '../gateway/ports/ports.ts';
import {
  createLazyCallbackSender,
  createLazyFetch,
  createLazyModerator,
  createLazyTranslator,
} from './lazy-ports.ts';
import type { WorldOptions } from './world.ts';

/** Creates the ports that hold no state of a session. */
export function createSharedPorts(reportFault: Ports['reportFault']): WorldOptions['shared'] {
  const fetch = createLazyFetch();
  const fetcher = createReferenceFetcher();
  return {
    callbackSender: createLazyCallbackSender(fetch),
    compression: nodeCompression,
    digest: nodeDigest,
    documentReader: createDocumentReader({ fetcher, workers: createWorkerPool() }),
    engine: createSimulator({ planLayers: lazyPlanLayers }),
    fetcher,
    moderator: createLazyModerator(),
    prober: lazyProber,
    renderings: createRenderings({ renderer: createLazyRenderer() }),
    tokenizer: gptTokenizer,
    translator: createLazyTranslator(),
    reportFault,
  };
}
