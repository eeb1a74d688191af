import { createBodyReader } from '../adapters/bodies/create-body-reader.ts';
import { createClockPacer } from '../adapters/clock/create-pacer.ts';
import { createDocumentReader } from '../adapters/documents/create-document-reader.ts';
import { createSimulator } from '../adapters/engine/simulator.ts';
import { createPictureCopier } from '../adapters/media/copies/create-picture-copier.ts';
import { createReferenceFetcher } from '../adapters/media/fetch/create-reference-fetcher.ts';
import { createImageProber } from '../adapters/media/probe/create-image-prober.ts';
import { createWordListModerator } from '../adapters/moderator/create-word-list-moderator.ts';
import { createAddressGuard } from '../adapters/network/create-address-guard.ts';
import { createCallbackSender } from '../adapters/network/create-callback-sender.ts';
import { createGuardedFetch } from '../adapters/network/create-guarded-fetch.ts';
import { createMessageTranslator } from '../adapters/platform/create-message-translator.ts';
import { gptTokenizer } from '../adapters/platform/gpt-tokenizer.ts';
import { nodeCompression } from '../adapters/platform/node-compression.ts';
import { nodeDigest } from '../adapters/platform/node-digest.ts';
import { createRenderings } from '../adapters/renderings/create-renderings.ts';
import { nodeSampleMedia } from '../adapters/renderings/node-sample-media.ts';
import type { StorePorts } from '../adapters/store/whole-store.ts';
import { createTextSimulator } from '../adapters/text-engine/create-text-simulator.ts';
import { createJsonDrawer } from '../adapters/text-engine/json/create-json-drawer.ts';
import { createProcessPool } from '../adapters/workers/create-process-pool.ts';
import { createWorkerPool } from '../adapters/workers/create-worker-pool.ts';
import type { AddedModels } from '../contract/added-models.ts';
import { catalogueWith } from '../contract/catalogue.ts';
import type { Gateway } from '../gateway/exchange.ts';
import { createGateway } from '../gateway/gateway.ts';
import { DAY_MS } from '../gateway/ledger/days.ts';
import { createPace } from '../gateway/memory/pace.ts';
import type { WakingClock } from '../gateway/ports/clock.ts';
import type { Ports } from '../gateway/ports/ports.ts';
import type { ServeConfig } from './config/config.ts';

/** What differs between the gateways of services. */
export type ServicePorts = Pick<Ports, 'ids' | 'queue' | 'rateLimiter' | 'reportFault' | keyof StorePorts> & {
  readonly clock: WakingClock;
};

/** What differs between the settings of services. */
export type ServeGatewayOptions = Pick<
  ServeConfig,
  'allowsPrivateAddresses' | 'successStatus' | 'keepDays' | 'simulatorSpeed'
> & { readonly models?: AddedModels | undefined };

/** Creates the gateway of a service: simulated engines, and one address guard for all outgoing calls. */
export function createServeGateway(
  ports: ServicePorts,
  { allowsPrivateAddresses, successStatus, keepDays, simulatorSpeed, models }: ServeGatewayOptions,
): { readonly gateway: Gateway; close(): Promise<void> } {
  const guard = createAddressGuard(allowsPrivateAddresses ? { allowPrivate: true, ports: 'any' } : {});
  const guardedFetch = createGuardedFetch(guard);
  const fetcher = createReferenceFetcher({ fetch: guardedFetch, pace: createPace(setImmediate) });
  const pacer = createClockPacer(ports.clock);
  // A slow PDF delays no image.
  const workers = createWorkerPool();
  const documentWorkers = createWorkerPool();
  const decoders = createProcessPool();
  const simulated = {
    engine: createSimulator({ speed: simulatorSpeed }),
    textEngine: createTextSimulator({
      clock: ports.clock,
      pacer,
      tokenizer: gptTokenizer,
      jsonDrawer: createJsonDrawer({ workers }),
    }),
    moderator: createWordListModerator(),
    prober: createImageProber({
      workers,
      copier: createPictureCopier({ decoders, reportFault: ports.reportFault }),
      reportFault: ports.reportFault,
    }),
    renderings: createRenderings({ renderer: nodeSampleMedia }),
  };
  const gateway = createGateway(
    {
      ...ports,
      ...simulated,
      bodyReader: createBodyReader({ workers }),
      callbackSender: createCallbackSender(guardedFetch),
      compression: nodeCompression,
      digest: nodeDigest,
      documentReader: createDocumentReader({ fetcher, workers: documentWorkers }),
      fetcher,
      pacer,
      tokenizer: gptTokenizer,
      translator: createMessageTranslator(),
    },
    {
      catalogue: catalogueWith(models),
      successStatus,
      ...(keepDays === undefined ? {} : { keepSeconds: (keepDays * DAY_MS) / 1000 }),
    },
  );
  /** Waits for outgoing calls to finish, and closes their connections. */
  const close = async () =>
    void (await Promise.all([guardedFetch, workers, documentWorkers, decoders].map((one) => one.close())));
  return { gateway, close };
}
