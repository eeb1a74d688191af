import { policies } from '../../../generated/policies.ts';
import type { ControlledClock } from '../../adapters/clock/controlled-clock.ts';
import { createClockPacer } from '../../adapters/clock/create-pacer.ts';
import { createLocalQueue } from '../../adapters/queue/local-queue.ts';
import { createMemoryRateLimiter } from '../../adapters/rate-limit/create-memory-rate-limiter.ts';
import { createMemoryStore } from '../../adapters/store/memory/memory-store.ts';
import {
  type PortsOfWholeStore,
  type StorePorts,
  toStorePorts,
  type WholeStore,
} from '../../adapters/store/whole-store.ts';
import type { TextSimulatorOptions } from '../../adapters/text-engine/create-text-simulator.ts';
import type { Catalogue } from '../../contract/catalogue.ts';
import { parseUsd } from '../../contract/money.ts';
import type { Gateway } from '../../gateway/exchange.ts';
import { createGateway } from '../../gateway/gateway.ts';
import type { WakingClock } from '../../gateway/ports/clock.ts';
import type { Ports } from '../../gateway/ports/ports.ts';
import type { ScheduleJob } from '../../gateway/ports/queue.ts';
import type { SuccessStatus } from '../../gateway/tasks/task-record.ts';
import type { Documents } from '../documents.ts';
import { createJournal, type Journal } from '../journal.ts';
import { createTextPorts } from '../ports/text-ports.ts';
import { createPlannedEnds } from '../scenarios/planned-ends.ts';
import { toScenarioPorts } from '../scenarios/scenario-ports.ts';
import { createScenarios, type ScenarioRun, type Scenarios } from '../scenarios/scenarios.ts';
import { hintOf, MOCK_WEBHOOK_SECRET, presetAccounts } from './accounts.ts';
import { createJobWatch } from './job-watch.ts';

/** The state of one session: its own money, tasks, time, scenarios and journal. */
export interface MockSession {
  readonly gateway: Gateway;
  readonly catalogue: Catalogue;
  readonly clock: WakingClock;
  readonly ids: Ports['ids'];
  readonly digest: Ports['digest'];
  readonly store: WholeStore;
  readonly documents: Documents;
  readonly scenarios: Scenarios;
  readonly journal: Journal;
  /** Waits by the clock; ends early when the signal is aborted or the session closes. */
  pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> | undefined;
  /** Resolves when the running jobs have ended; stops waiting when none ends for a while. */
  settle(): Promise<void>;
  /** The ports of the one request that a scenario is run for. */
  scenarioPorts(run: ScenarioRun): Partial<Ports>;
  /** Stops all alarms; requests are still answered. */
  close(): void;
}

/** Ports that all sessions have in common. */
type SharedPorts = Omit<
  Ports,
  keyof StorePorts | 'clock' | 'ids' | 'pacer' | 'queue' | 'rateLimiter' | 'textEngine'
>;

/** Shared parts of sessions, and options of each. */
export interface SessionOptions {
  readonly catalogue: Catalogue;
  readonly clock: WakingClock | ControlledClock;
  readonly ids: Ports['ids'];
  /** Numbers from 0 to below 1. */
  readonly chance: () => number;
  /** Every port that is not made by the session itself. */
  readonly shared: SharedPorts & Pick<TextSimulatorOptions, 'jsonDrawer'>;
  /** Ports that replace those of the session. */
  readonly replaced: Partial<PortsOfWholeStore>;
  readonly documents: Documents;
  readonly balance: string | undefined;
  readonly keepTasks: number;
  readonly idempotencySeconds: number;
  readonly successStatus: SuccessStatus;
}

/** Creates a fresh session with the preset keys. */
export function createSession(options: SessionOptions): MockSession {
  const { catalogue, clock, ids, shared, replaced, documents, successStatus } = options;
  const { reportFault } = { ...shared, ...replaced };
  const queue = createLocalQueue({ clock, reportFault: (error, job) => reportFault(error, job.taskId) });
  const jobs = createJobWatch(queue);
  const store = replaced.store ?? createMockStore(options, queue.schedule);
  const text = createTextPorts(clock, shared);
  const ports = {
    ...shared,
    ...text,
    clock,
    ids,
    queue: jobs,
    rateLimiter: createMemoryRateLimiter(),
    ...replaced,
    ...toStorePorts(store),
  };
  const closing = new AbortController();
  const pauses = createClockPacer(clock);
  const plannedEnds = createPlannedEnds(ports);
  const { engine, store: plannedStore } = plannedEnds;
  const targets = { plannedEnds, textEngine: ports.textEngine, reply: text.textEngine.reply };
  return {
    gateway: createGateway(
      { ...ports, engine, store: plannedStore },
      { catalogue, successStatus, offersSamples: true },
    ),
    catalogue,
    scenarioPorts: (run) => toScenarioPorts(run, targets),
    clock,
    ids: ports.ids,
    digest: ports.digest,
    store,
    documents,
    scenarios: createScenarios(options.chance, catalogue),
    journal: createJournal(),
    pause: (milliseconds, signal) =>
      pauses.pause(milliseconds, AbortSignal.any([closing.signal, ...(signal ? [signal] : [])])),
    settle: jobs.settle,
    close() {
      void queue.stop();
      closing.abort();
      if ('close' in clock) clock.close();
    },
  };
}

function createMockStore(
  { balance, clock, keepTasks, idempotencySeconds, shared }: SessionOptions,
  schedule: ScheduleJob,
): WholeStore {
  const accounts = presetAccounts(balance);
  const keys = accounts.map(({ key, models, rateLimit }) => ({
    digest: shared.digest.sha256(key),
    accountId: key,
    models,
    group: policies.billing.default_group,
    groupRatio: '1',
    hint: hintOf(key),
    ...(rateLimit ? { rateLimit } : {}),
  }));
  const store = createMemoryStore({
    keys,
    deposits: Object.fromEntries(accounts.map((account) => [account.key, parseUsd(account.balance)])),
    openedAt: clock.now(),
    keepFinished: keepTasks,
    idempotencySeconds,
    schedule,
  });
  // A memory store takes effect before it returns its promise.
  for (const { key } of accounts) {
    store.saveWebhookSecrets(key, [MOCK_WEBHOOK_SECRET]).catch((error) => shared.reportFault(error, key));
  }
  return store;
}
