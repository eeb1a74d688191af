import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { createInlineBodyReader } from '../../adapters/bodies/create-inline-body-reader.ts';
import { createDocumentReader } from '../../adapters/documents/create-document-reader.ts';
import { createSimulator } from '../../adapters/engine/simulator.ts';
import { createReferenceFetcher } from '../../adapters/media/fetch/create-reference-fetcher.ts';
import { createImageProber } from '../../adapters/media/probe/create-image-prober.ts';
import { gptTokenizer } from '../../adapters/platform/gpt-tokenizer.ts';
import { createRenderings } from '../../adapters/renderings/create-renderings.ts';
import { createJsonDrawer } from '../../adapters/text-engine/json/create-json-drawer.ts';
import { createInlineWorkers } from '../../adapters/workers/create-inline-workers.ts';
import { createPace } from '../../gateway/memory/pace.ts';
import type { CallbackSender } from '../../gateway/ports/callback-sender.ts';
import type { Compression } from '../../gateway/ports/compression.ts';
import type { Digest } from '../../gateway/ports/digest.ts';
import type { MockOptions, MockPlatform } from '../../mock/assemble-mock.ts';
import { createLazyModerator, createLazyTranslator } from '../../mock/ports/lazy-ports.ts';
import { nextTurn } from '../../runtime/next-turn.ts';
import { createSampleMedia } from '../../sample-media/sample-media.ts';
import { canvasTools } from './canvas-tools.ts';
import { canvasCopier } from './copy-picture.ts';
import { readDocument } from './read-document.ts';
import { createWebIds } from './web-ids.ts';

/** gzip by the Compression Streams of the browser. */
const compression: Compression = {
  async gzip(text) {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  },
};

/** Digests at once: those of Web Crypto come later. */
const digest: Digest = {
  sha256: (data) => bytesToHex(sha256(typeof data === 'string' ? utf8ToBytes(data) : data)),
};

/** Callbacks do not leave a page: listeners receive them in its place. */
const noSender: CallbackSender = {
  send: async () => ({ kind: 'unreachable', reason: 'a page sends no callbacks' }),
};

/** Creates the platform of a mock in a page, where everything runs on one thread. */
export function createBrowserPlatform({
  reportFault,
  fetch: read = fetch,
}: Pick<MockOptions, 'fetch' | 'reportFault'>): MockPlatform {
  const workers = createInlineWorkers();
  // A page is not told where a redirect leads.
  const follow: typeof read = (url, init) => read(url, { ...init, redirect: 'follow' as 'manual' });
  const fetcher = createReferenceFetcher({ fetch: follow, pace: createPace(nextTurn) });
  const documentReader = createDocumentReader({ fetcher, workers });
  const shared: MockPlatform['shared'] = {
    bodyReader: createInlineBodyReader(digest),
    callbackSender: noSender,
    compression,
    digest,
    documentReader,
    engine: createSimulator(),
    fetcher,
    jsonDrawer: createJsonDrawer({ workers }),
    moderator: createLazyModerator(),
    prober: createImageProber({ workers, copier: canvasCopier, reportFault }),
    renderings: createRenderings({ renderer: createSampleMedia(canvasTools) }),
    tokenizer: gptTokenizer,
    translator: createLazyTranslator(),
    reportFault,
  };
  return {
    shared,
    forRemoteCallers: { fetcher, documentReader },
    createIds: createWebIds,
    readDocument,
    close: workers.close,
  };
}
