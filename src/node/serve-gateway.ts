import { createSimulator } from '../adapters/engine/simulator.ts';
import { createReferenceFetcher } from '../adapters/media/create-reference-fetcher.ts';
import { createWordListModerator } from '../adapters/moderator/create-word-list-moderator.ts';
import { createAddressGuard } from '../adapters/network/create-address-guard.ts';
import { createCallbackSender } from '../adapters/network/create-callback-sender.ts';
import { createGuardedFetch } from '../adapters/network/create-guarded-fetch.ts';
import { gptTokenizer } from '../adapters/platform/gpt-tokenizer.ts';
import { nodeCompression } from '../adapters/platform/node-compression.ts';
import { nodeDigest } from '../adapters/platform/node-digest.ts';
import type { Gateway } from '../gateway/exchange.ts';
import { createGateway } from '../gateway/gateway.ts';
import type { Clock } from '../gateway/ports/clock.ts';
import type { Ports } from '../gateway/ports/ports.ts';
import { createLazyRenderer, lazyPlanLayers, lazyProber } from '../mock/lazy-media.ts';
import { createLazyTranslator } from '../mock/lazy-ports.ts';
import type { ServeConfig } from './config.ts';

/** What a service brings to its gateway: the rest is the same in every service. */
export type ServicePorts = Pick<Ports, 'ids' | 'queue' | 'rateLimiter' | 'reportFault' | 'store'> & {
  readonly clock: Clock;
};

/** Creates the gateway of a service: simulated engine, and a guard over every address that it calls. */
export function createServeGateway(
  ports: ServicePorts,
  { allowsPrivateAddresses, successStatus }: Pick<ServeConfig, 'allowsPrivateAddresses' | 'successStatus'>,
): Gateway {
  const guard = createAddressGuard(allowsPrivateAddresses ? { allowPrivate: true, ports: 'any' } : {});
  const guardedFetch = createGuardedFetch(guard);
  const fetcher = createReferenceFetcher({ fetch: guardedFetch });
  return createGateway(
    {
      ...ports,
      callbackSender: createCallbackSender(guardedFetch),
      compression: nodeCompression,
      digest: nodeDigest,
      documentReader: { readPages: async () => ({ kind: 'unreachable', reason: 'no reader yet' }) },
      engine: createSimulator({ planLayers: lazyPlanLayers }),
      fetcher,
      moderator: createWordListModerator(),
      pacer: { pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) },
      prober: lazyProber,
      renderer: createLazyRenderer(),
      textEngine: {
        async *answer() {
          yield { kind: 'end', reason: 'stop' };
        },
      },
      tokenizer: gptTokenizer,
      translator: createLazyTranslator(),
    },
    { successStatus },
  );
}
