import { createBodyReader } from '../../src/adapters/bodies/create-body-reader.ts';
import { createClockPacer } from '../../src/adapters/clock/create-pacer.ts';
import { createSimulator } from '../../src/adapters/engine/simulator.ts';
import { createPictureCopier } from '../../src/adapters/media/copies/create-picture-copier.ts';
import { createReferenceFetcher } from '../../src/adapters/media/fetch/create-reference-fetcher.ts';
import { createImageProber } from '../../src/adapters/media/probe/create-image-prober.ts';
import { gptTokenizer } from '../../src/adapters/platform/gpt-tokenizer.ts';
import { nodeCompression } from '../../src/adapters/platform/node-compression.ts';
import { nodeDigest } from '../../src/adapters/platform/node-digest.ts';
import { createLocalQueue } from '../../src/adapters/queue/local-queue.ts';
import { createRenderings } from '../../src/adapters/renderings/create-renderings.ts';
import { nodeSampleMedia } from '../../src/adapters/renderings/node-sample-media.ts';
import { createMemoryStore } from '../../src/adapters/store/memory/memory-store.ts';
import {
  type PortsOfWholeStore,
  toStorePorts,
  type WholeStore,
} from '../../src/adapters/store/whole-store.ts';
import { createInlineWorkers } from '../../src/adapters/workers/create-inline-workers.ts';
import { parseUsd } from '../../src/contract/money.ts';
import type { AdmissionBounds } from '../../src/gateway/admission/create-admission.ts';
import type { Gateway } from '../../src/gateway/exchange.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import type { Ids } from '../../src/gateway/ports/ids.ts';
import type { ReferenceFetcher } from '../../src/gateway/ports/media/media.ts';
import type { Ports } from '../../src/gateway/ports/ports.ts';
import type { ScheduleJob } from '../../src/gateway/ports/queue.ts';
import type { RateLimit } from '../../src/gateway/ports/store.ts';
import type { Workers } from '../../src/gateway/ports/workers.ts';
import type { SuccessStatus } from '../../src/gateway/tasks/task-record.ts';
import { idlePorts } from './idle-ports.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import { PATIENCE_MS } from './until.ts';

/** A key of a test gateway, by its text. */
export interface TestKey {
  readonly account: string;
  /** Model names the key is restricted to. */
  readonly models?: readonly string[];
  /** The most that may be charged through it, in US dollars. */
  readonly quota?: string;
  /** Name of its group; `default` unless given. */
  readonly group?: string;
  /** Model names that its group is restricted to. */
  readonly groupModels?: readonly string[];
  readonly groupRatio?: string;
  readonly rateLimit?: RateLimit;
}

/** Options of a test gateway; each has a default. */
export interface TestGatewayOptions {
  /** The time of the clock, in milliseconds since the Unix epoch. */
  readonly startAt?: number;
  /** US dollars by account, as decimals. */
  readonly deposits?: Readonly<Record<string, string>>;
  readonly keys?: Readonly<Record<string, TestKey>>;
  /** How long a slow reference is awaited, in milliseconds; by default longer than any test takes. */
  readonly referenceTimeoutMs?: number;
  readonly keepFinished?: number;
  readonly successStatus?: SuccessStatus;
  readonly keepSeconds?: number;
  readonly offersSamples?: boolean;
  /** Limits on work in progress that differ from the policies. */
  readonly bounds?: AdmissionBounds;
  /** Reads long bodies and files; by default this thread. */
  readonly workers?: Workers;
  /** Decodes pictures; by default this thread. */
  readonly decoders?: Workers;
  readonly ports?: Partial<PortsOfWholeStore>;
}

/** A gateway of real parts with a frozen clock. */
export interface TestGateway {
  readonly gateway: Gateway;
  readonly clock: ManualClock;
  readonly store: WholeStore;
  /** Faults that a client saw as a 500, and jobs that failed. */
  readonly faults: unknown[];
  /** Advances the clock by that many seconds and lets the due jobs run to their end. */
  advance(seconds: number): Promise<void>;
}

/** The keys of a test gateway unless others are given: two of account alpha, one of account beta. */
export const testKeys: Readonly<Record<string, TestKey>> = {
  'sk-alpha': { account: 'alpha' },
  'sk-alpha-second': { account: 'alpha' },
  'sk-beta': { account: 'beta' },
};

/** Creates a gateway whose time, identifiers and money a test controls. */
export function createTestGateway(options: TestGatewayOptions = {}): TestGateway {
  const {
    startAt = Date.UTC(2026, 0, 1),
    referenceTimeoutMs = PATIENCE_MS,
    successStatus = 'success',
    ports = {},
    keepSeconds,
    offersSamples = false,
    bounds,
  } = options;
  const faults: unknown[] = [];
  const { workers = createInlineWorkers(), decoders = createInlineWorkers() } = options;
  const clock = createManualClock({ startAt });
  const queue = createLocalQueue({ clock, reportFault: (error) => faults.push(error) });
  const store = ports.store ?? createTestStore(options, queue.schedule);
  const allPorts: Ports = {
    ...idlePorts,
    bodyReader: createBodyReader({ workers }),
    clock,
    pacer: createClockPacer(clock),
    compression: nodeCompression,
    digest: nodeDigest,
    engine: createSimulator(),
    fetcher: impatient(createReferenceFetcher(), referenceTimeoutMs),
    ids: createCountingIds(),
    prober: createImageProber({
      workers,
      copier: createPictureCopier({ decoders, reportFault: (error) => faults.push(error) }),
      reportFault: (error) => faults.push(error),
    }),
    queue,
    renderings: createRenderings({ renderer: nodeSampleMedia }),
    tokenizer: gptTokenizer,
    reportFault: (error) => faults.push(error),
    ...ports,
    ...toStorePorts(store),
  };
  const gateway = createGateway(allPorts, {
    successStatus,
    keepSeconds,
    offersSamples,
    ...(bounds ? { bounds } : {}),
  });
  const advance = async (seconds: number) => {
    clock.advance(seconds * 1000);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { gateway, clock, store, faults, advance };
}

/** Identifiers and seeds that count up. */
export function createCountingIds(): Ids {
  const counts = { task: 0, answer: 0, request: 0, seed: 0 };
  return {
    taskId: () => `task_${String(++counts.task).padStart(6, '0')}`,
    answerId: () => String(++counts.answer).padStart(6, '0'),
    requestId: () => `req_${String(++counts.request).padStart(6, '0')}`,
    seed: () => ++counts.seed,
  };
}

function createTestStore(
  { keys = testKeys, deposits = { alpha: '1000', beta: '1000' }, keepFinished = 1000 }: TestGatewayOptions,
  schedule: ScheduleJob,
): WholeStore {
  return createMemoryStore({
    keys: Object.entries(keys).map(
      ([text, { account, models, quota, group = 'default', groupRatio = '1', groupModels, rateLimit }]) => ({
        digest: nodeDigest.sha256(text),
        accountId: account,
        models,
        group,
        groupRatio,
        ...(quota === undefined ? {} : { quota: parseUsd(quota) }),
        ...(groupModels ? { groupModels } : {}),
        ...(rateLimit ? { rateLimit } : {}),
      }),
    ),
    deposits: Object.fromEntries(Object.entries(deposits).map(([id, amount]) => [id, parseUsd(amount)])),
    keepFinished,
    idempotencySeconds: 86_400,
    schedule,
  });
}

function impatient(fetcher: ReferenceFetcher, timeoutMs: number): ReferenceFetcher {
  return { fetch: (address, options) => fetcher.fetch(address, { ...options, timeoutMs }) };
}
