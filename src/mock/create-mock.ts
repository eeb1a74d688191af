import { policies } from '../../generated/policies.ts';
import { createSimulator } from '../adapters/engine/simulator.ts';
import { createReferenceFetcher } from '../adapters/media/create-reference-fetcher.ts';
import { gptTokenizer } from '../adapters/platform/gpt-tokenizer.ts';
import { nodeCompression } from '../adapters/platform/node-compression.ts';
import { nodeDigest } from '../adapters/platform/node-digest.ts';
import { createRandomIds } from '../adapters/platform/random-ids.ts';
import { createLocalQueue } from '../adapters/queue/local-queue.ts';
import { createMemoryStore } from '../adapters/store/memory-store.ts';
import { parseUsd } from '../contract/money.ts';
import type { Gateway } from '../gateway/exchange.ts';
import { createGateway } from '../gateway/gateway.ts';
import type { WakingClock } from '../gateway/ports/clock.ts';
import type { Ports } from '../gateway/ports/ports.ts';
import { presetAccounts } from './accounts.ts';
import { createLazyRenderer, lazyPlanLayers, lazyProber } from './lazy-media.ts';

/** A mock gateway that runs in this process. */
export interface MockGateway {
  readonly gateway: Gateway;
  /** Stops the clock's alarms; the gateway answers no more jobs. */
  close(): void;
}

/** What a mock is made with; every port can be replaced. */
export interface MockOptions {
  readonly clock: WakingClock;
  /** Deposit of `sk-mock` in US dollars, a decimal. */
  readonly balance?: string | undefined;
  readonly reportFault: Ports['reportFault'];
  readonly ports?: Partial<Ports>;
}

/** Creates the gateway as a mock: memory store, simulated engine, the preset keys. */
export function createMock({ clock, balance, reportFault, ports = {} }: MockOptions): MockGateway {
  const queue = createLocalQueue({ clock, reportFault: (error, job) => reportFault(error, job.taskId) });
  const gateway = createGateway({
    clock,
    compression: nodeCompression,
    digest: nodeDigest,
    engine: createSimulator({ planLayers: lazyPlanLayers }),
    fetcher: createReferenceFetcher(),
    ids: createRandomIds(),
    prober: lazyProber,
    queue,
    renderer: createLazyRenderer(),
    store: createMockStore(balance),
    tokenizer: gptTokenizer,
    reportFault,
    ...ports,
  });
  return { gateway, close: () => queue.close() };
}

function createMockStore(balance: string | undefined) {
  const accounts = presetAccounts(balance);
  const keys = accounts.map(({ key, models }) => ({
    digest: nodeDigest.sha256(key),
    accountId: key,
    models,
    group: 'default',
    groupRatio: '1',
  }));
  return createMemoryStore({
    keys,
    deposits: Object.fromEntries(accounts.map((account) => [account.key, parseUsd(account.balance)])),
    keepFinished: policies.tasks.keep_finished,
    idempotencySeconds: policies.idempotency.window_seconds,
  });
}
