import { policies } from '../../generated/policies.ts';
import { type ControlledClock, createControlledClock } from '../adapters/clock/controlled-clock.ts';
import type { ReferenceFetcherOptions } from '../adapters/media/fetch/create-reference-fetcher.ts';
import type { PortsOfWholeStore } from '../adapters/store/whole-store.ts';
import type { AddedModels } from '../contract/added-models.ts';
import { type Catalogue, catalogueWith } from '../contract/catalogue.ts';
import type { Gateway } from '../gateway/exchange.ts';
import type { WakingClock } from '../gateway/ports/clock.ts';
import type { Ports } from '../gateway/ports/ports.ts';
import { createDocuments, type Documents } from './documents.ts';
import { createMockRouter } from './mock-router.ts';
import type { MockSettings } from './options/mock-settings.ts';
import type { OwnHostsOptions } from './own-hosts.ts';
import { createSeededChance, createSeededIds } from './sessions/seeded-ids.ts';
import { createSession, type SessionOptions } from './sessions/session.ts';
import { createSessions } from './sessions/sessions.ts';
import { type AnsweredRequest, withRequestLog } from './with-request-log.ts';

/** A mock gateway that runs in this process. */
export interface MockGateway {
  readonly gateway: Gateway;
  /** Stops all alarms, threads and processes; the gateway runs no more jobs. */
  close(): void;
}

/** Access rules: by default only local programs may control a mock, and callers on other machines cannot make it fetch private addresses. */
export interface MockAccess extends OwnHostsOptions {
  /** Also fetches references from private addresses for callers on other machines. */
  readonly allowPrivateAddresses?: boolean | undefined;
}

/** Options of a mock; every port can be replaced. */
export interface MockOptions extends MockSettings {
  /** Models that it has besides those of the package. */
  readonly models?: AddedModels | undefined;
  /** Clock of the shared session; without it, a controlled clock that starts with `speed` and `isFrozen`. */
  readonly clock?: WakingClock | ControlledClock | undefined;
  /** Finished tasks that are kept; a separate session keeps a hundredth of that. */
  readonly keepTasks?: number | undefined;
  /** Who may control it, and what it fetches for callers on other machines. */
  readonly access?: MockAccess | undefined;
  readonly reportFault: Ports['reportFault'];
  /** Called with every request when its response is complete. */
  readonly onAnswered?: ((request: AnsweredRequest) => void) | undefined;
  /** Reads references and documents; by default the network does. */
  readonly fetch?: ReferenceFetcherOptions['fetch'] | undefined;
  readonly ports?: Partial<PortsOfWholeStore>;
}

/** What Node and browsers have in different ways. */
export interface MockPlatform extends Pick<SessionOptions, 'shared'> {
  /** What reads references and documents for callers on other machines. */
  readonly forRemoteCallers: Pick<Ports, 'documentReader' | 'fetcher'>;
  /** Creates identifiers that nobody can guess. */
  readonly createIds: () => Ports['ids'];
  readonly readDocument: Documents['read'];
  /** Ends threads and processes. */
  close(): Promise<void>;
}

/** Initial time of a frozen clock in a seeded mock: no model is listed before it was created. */
function seededStart({ models }: Catalogue): number {
  return 1000 * Math.max(policies.mock.seeded_start_unix, ...models.map(({ identity }) => identity.created));
}

const { fewest_kept_tasks: FEWEST_TASKS, sessions: MAX_SESSIONS } = policies.mock;

/** Creates a mock on a platform. */
export function assembleMock(options: MockOptions, platform: MockPlatform): MockGateway {
  const { clock, seed, keepTasks = policies.tasks.keep_finished, onAnswered, ports = {} } = options;
  const { shared, forRemoteCallers } = platform;
  const { digest } = shared;
  const catalogue = catalogueWith(options.models);
  const documents = createDocuments(platform.readDocument, options.models);
  const sessions = createSessions((name) => {
    const ids = platform.createIds();
    return createSession({
      catalogue,
      clock: name === undefined && clock ? clock : openClock(options, catalogue),
      ids: seed === undefined ? ids : createSeededIds(seed, digest),
      chance: createSeededChance(seed ?? ids.seed(), digest),
      shared,
      replaced: ports,
      documents,
      balance: options.balance,
      keepTasks: name === undefined ? keepTasks : shareOf(keepTasks),
      idempotencySeconds: policies.idempotency.window_seconds,
      successStatus: options.successStatus ?? 'success',
    });
  });
  const { handle, ...actions } = createMockRouter(sessions, {
    ...options,
    remotePorts: {
      fetcher: ports.fetcher ?? forRemoteCallers.fetcher,
      documentReader: ports.documentReader ?? forRemoteCallers.documentReader,
    },
  });
  const logged = onAnswered ? withRequestLog(handle, onAnswered) : handle;
  const close = () => {
    sessions.close();
    void platform.close();
  };
  return { gateway: { ...actions, handle: (request) => logged(request, {}) }, close };
}

/** Each session gets a share of the mock's memory. */
function shareOf(keepTasks: number): number {
  return Math.min(keepTasks, Math.max(FEWEST_TASKS, Math.floor(keepTasks / MAX_SESSIONS)));
}

/** With a clock passed in by the program, a session's clock starts frozen at its time: the test advances it. */
function openClock(
  { clock, speed = 1, isFrozen = false, seed }: MockOptions,
  catalogue: Catalogue,
): ControlledClock {
  if (clock) return createControlledClock({ startAt: clock.now(), isFrozen: true });
  const start = isFrozen && seed !== undefined ? { startAt: seededStart(catalogue) } : {};
  return createControlledClock({ ...start, speed, isFrozen });
}
