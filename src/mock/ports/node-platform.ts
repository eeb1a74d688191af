import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { setImmediate } from 'node:timers';
import { createBodyReader } from '../../adapters/bodies/create-body-reader.ts';
import { createDocumentReader } from '../../adapters/documents/create-document-reader.ts';
import { createSimulator } from '../../adapters/engine/simulator.ts';
import { createPictureCopier } from '../../adapters/media/copies/create-picture-copier.ts';
import { createReferenceFetcher } from '../../adapters/media/fetch/create-reference-fetcher.ts';
import { createImageProber } from '../../adapters/media/probe/create-image-prober.ts';
import { gptTokenizer } from '../../adapters/platform/gpt-tokenizer.ts';
import { nodeCompression } from '../../adapters/platform/node-compression.ts';
import { nodeDigest } from '../../adapters/platform/node-digest.ts';
import { createRandomIds } from '../../adapters/platform/random-ids.ts';
import { createRenderings } from '../../adapters/renderings/create-renderings.ts';
import { nodeSampleMedia } from '../../adapters/renderings/node-sample-media.ts';
import { createJsonDrawer } from '../../adapters/text-engine/json/create-json-drawer.ts';
import { createProcessPool } from '../../adapters/workers/create-process-pool.ts';
import { createWorkerPool } from '../../adapters/workers/create-worker-pool.ts';
import { createPace } from '../../gateway/memory/pace.ts';
import type { ReferenceFetcher } from '../../gateway/ports/media/media.ts';
import type { MockAccess, MockOptions, MockPlatform } from '../assemble-mock.ts';
import { createOwnHosts } from '../own-hosts.ts';
import { createLazyCallbackSender, createLazyFetch } from './lazy-network.ts';
import { createLazyModerator, createLazyTranslator } from './lazy-ports.ts';

/** Creates the platform of a mock in Node. */
export function createNodePlatform({
  reportFault,
  access,
  fetch = createLazyFetch('almost everything'),
}: Pick<MockOptions, 'access' | 'fetch' | 'reportFault'>): MockPlatform {
  // A slow PDF delays no image.
  const workers = createWorkerPool();
  const documentWorkers = createWorkerPool();
  const decoders = createProcessPool();
  const pace = createPace(setImmediate);
  const fetcher = createReferenceFetcher({ fetch, pace });
  const shared: MockPlatform['shared'] = {
    bodyReader: createBodyReader({ workers }),
    callbackSender: createLazyCallbackSender(createLazyFetch('near and public')),
    compression: nodeCompression,
    digest: nodeDigest,
    documentReader: createDocumentReader({ fetcher, workers: documentWorkers }),
    engine: createSimulator(),
    fetcher,
    jsonDrawer: createJsonDrawer({ workers }),
    moderator: createLazyModerator(),
    prober: createImageProber({
      workers,
      copier: createPictureCopier({ decoders, reportFault }),
      reportFault,
    }),
    renderings: createRenderings({ renderer: nodeSampleMedia }),
    tokenizer: gptTokenizer,
    translator: createLazyTranslator(),
    reportFault,
  };
  const remoteFetcher = access?.allowPrivateAddresses ? fetcher : createRemoteCallersFetcher(fetcher, access);
  const documentReader = createDocumentReader({ fetcher: remoteFetcher, workers: documentWorkers });
  const close = async () =>
    void (await Promise.all([workers, documentWorkers, decoders].map((pool) => pool.close())));
  const forRemoteCallers = { fetcher: remoteFetcher, documentReader };
  return { shared, forRemoteCallers, createIds: createRandomIds, readDocument, close };
}

/** The text of a generated file. */
function readDocument(name: string): Promise<string> {
  return readFile(new URL(`../../../generated/${name}`, import.meta.url), 'utf8');
}

/**
 * Fetches references for callers on other machines: nothing in private networks, so that nobody can find out which hosts and ports
 * answer there, except for the files that this mock serves anyway.
 */
function createRemoteCallersFetcher(own: ReferenceFetcher, access: MockAccess = {}): ReferenceFetcher {
  const others = createReferenceFetcher({ fetch: createLazyFetch('public'), pace: createPace(setImmediate) });
  const isOwnHost = createOwnHosts(access);
  const isOwnFile = (address: string) => {
    const place = access.listensOn?.();
    if (!place || !URL.canParse(address)) return false;
    const { protocol, pathname, host, hostname, port } = new URL(address);
    if (protocol !== 'http:' || !FILES.test(pathname)) return false;
    return isOwnHost(host) || (Number(port || 80) === place.port && isOwnAddress(hostname));
  };
  return { fetch: (address, options) => (isOwnFile(address) ? own : others).fetch(address, options) };
}

const FILES = /^(\/__session\/[^/]+)?\/files\//;

function isOwnAddress(hostname: string): boolean {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === bare));
}
