import type { ControlledClock } from '../adapters/clock/controlled-clock.ts';
import { nodeDigest } from '../adapters/platform/node-digest.ts';
import { createLocalQueue } from '../adapters/queue/local-queue.ts';
import { createMemoryStore } from '../adapters/store/memory-store.ts';
import type { TextSimulatorOptions } from '../adapters/text-engine/create-text-simulator.ts';
import { parseUsd } from '../contract/money.ts';
import type { Gateway } from '../gateway/exchange.ts';
import { createGateway } from '../gateway/gateway.ts';
import type { WakingClock } from '../gateway/ports/clock.ts';
import type { Ports } from '../gateway/ports/ports.ts';
import type { ScheduleJob } from '../gateway/ports/queue.ts';
import type { Store } from '../gateway/ports/store.ts';
import type { SuccessStatus } from '../gateway/tasks/task-record.ts';
import { hintOf, MOCK_WEBHOOK_SECRET, presetAccounts } from './accounts.ts';
import { createJobWatch } from './job-watch.ts';
import { createJournal, type Journal } from './journal.ts';
import { createLazyRateLimiter } from './lazy-ports.ts';
import { withMoneyNotes } from './request-log/notes.ts';
import { withScenarios } from './scenarios/scenario-ports.ts';
import { createScenarios, type Scenarios } from './scenarios/scenarios.ts';
import { createTextPorts } from './text-ports.ts';

/** The state of one session: its own money, tasks, time, scenarios and journal. */
export interface World {
  readonly gateway: Gateway;
  readonly clock: WakingClock;
  readonly ids: Ports['ids'];
  readonly store: Store;
  readonly scenarios: Scenarios;
  readonly journal: Journal;
  /** Waits by the clock; ends early when the signal is aborted or the world closes. */
  pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
  /** Resolves when the running jobs have ended; stops waiting when none ends for a while. */
  settle(): Promise<void>;
  /** The same world for callers on other machines: their references are read by a separate fetcher. */
  forRemoteCallers(): World;
  /** Stops all alarms; requests are still answered. */
  close(): void;
}

/** Shared parts of worlds, and options of each. */
export interface WorldOptions {
  readonly clock: WakingClock | ControlledClock;
  readonly ids: Ports['ids'];
  /** Numbers from 0 to below 1. */
  readonly chance: () => number;
  /** Every port that is not made by the world itself. */
  readonly shared: Omit<Ports, 'clock' | 'ids' | 'pacer' | 'queue' | 'rateLimiter' | 'store' | 'textEngine'> &
    Pick<TextSimulatorOptions, 'jsonDrawer'>;
  /** What reads references and documents for callers from other machines. */
  readonly forRemoteCallers: Pick<Ports, 'documentReader' | 'fetcher'>;
  /** Ports that replace those of the world. */
  readonly replaced: Partial<Ports>;
  readonly balance: string | undefined;
  readonly keepTasks: number;
  readonly idempotencySeconds: number;
  readonly successStatus: SuccessStatus;
  /** Whether models and amounts are noted for the request log. */
  readonly notesMoney: boolean;
}

/** Creates a fresh world with the preset keys. */
export function createWorld(options: WorldOptions): World {
  const { clock, ids, shared, replaced, successStatus } = options;
  const { reportFault } = { ...shared, ...replaced };
  const queue = createLocalQueue({ clock, reportFault: (error, job) => reportFault(error, job.taskId) });
  const jobs = createJobWatch(queue);
  const opened = replaced.store ?? createMockStore(options, queue.schedule);
  const store = options.notesMoney ? withMoneyNotes(opened) : opened;
  const text = createTextPorts(clock, shared);
  const ports = {
    ...shared,
    ...text,
    clock,
    ids,
    queue: jobs,
    rateLimiter: createLazyRateLimiter(),
    ...replaced,
    store,
  };
  const pauses = createPauses(clock);
  const played = { ...ports, ...withScenarios({ ...ports, reply: text.textEngine.reply }) };
  const openGateway = (own: Ports) => createGateway(own, { successStatus, offersSamples: true });
  let remote: World | undefined;
  const world: World = {
    gateway: openGateway(played),
    forRemoteCallers() {
      remote ??= { ...world, gateway: openGateway(toRemotePorts(played, options)) };
      return remote;
    },
    clock,
    ids: ports.ids,
    store,
    scenarios: createScenarios(options.chance),
    journal: createJournal(),
    pause: pauses.pause,
    settle: jobs.settle,
    close() {
      queue.close();
      pauses.endAll();
      if ('close' in clock) clock.close();
    },
  };
  return world;
}

/** The ports of a world with the readers for remote callers. Jobs are run by the gateway of the world itself. */
function toRemotePorts(
  played: Ports,
  {
    forRemoteCallers,
    replaced: { fetcher, documentReader },
  }: Pick<WorldOptions, 'forRemoteCallers' | 'replaced'>,
): Ports {
  return {
    ...played,
    fetcher: fetcher ?? forRemoteCallers.fetcher,
    documentReader: documentReader ?? forRemoteCallers.documentReader,
    queue: { onDue: () => {} },
  };
}

function createMockStore(
  { balance, clock, keepTasks, idempotencySeconds, shared }: WorldOptions,
  schedule: ScheduleJob,
): Store {
  const accounts = presetAccounts(balance);
  const keys = accounts.map(({ key, models, rateLimit }) => ({
    digest: nodeDigest.sha256(key),
    accountId: key,
    models,
    group: 'default',
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

function createPauses(clock: WakingClock): Pick<World, 'pause'> & { endAll(): void } {
  const ends = new Set<() => void>();
  return {
    pause: (milliseconds, signal) =>
      new Promise((resolve) => {
        const end = () => {
          cancel();
          ends.delete(end);
          resolve();
        };
        const cancel = clock.callAt(clock.now() + milliseconds, end);
        ends.add(end);
        if (signal?.aborted) end();
        else signal?.addEventListener('abort', end);
      }),
    endAll: () => {
      for (const end of ends) end();
    },
  };
}
