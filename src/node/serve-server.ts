import { createSystemClock } from '../adapters/clock/system-clock.ts';
import type { ServiceLog } from '../adapters/logging/create-service-log.ts';
import { createMetrics, type Metrics } from '../adapters/metrics/create-metrics.ts';
import { observeStore } from '../adapters/metrics/observe-store.ts';
import { createSecretBox } from '../adapters/platform/create-secret-box.ts';
import { loadVocabulary } from '../adapters/platform/gpt-tokenizer.ts';
import { createRandomIds } from '../adapters/platform/random-ids.ts';
import { toStorePorts } from '../adapters/store/whole-store.ts';
import type { AddedModels } from '../contract/added-models.ts';
import type { Gateway } from '../gateway/exchange.ts';
import { loadTextOperations } from '../gateway/operations/operations.ts';
import type { Ids } from '../gateway/ports/ids.ts';
import { createNodeServer } from '../http/node.ts';
import { type Chores, startChores } from './chores/chores.ts';
import { serviceChores } from './chores/service-chores.ts';
import type { ServeConfig } from './config/config.ts';
import { createDrain } from './create-drain.ts';
import { listen } from './listen.ts';
import { logCallbacks } from './log-callbacks.ts';
import { type Durable, explainOpening, openDurable } from './open-durable.ts';
import { startProbePort } from './probes/probe-port.ts';
import { createServiceHandler } from './probes/service-handler.ts';
import { rememberCheck } from './remember-check.ts';
import { createFaultReporter } from './report-faults.ts';
import { createServeGateway } from './serve-gateway.ts';
import { stopServing } from './stop-serving.ts';

/** How a service runs, and the models that it has besides those of the package. */
export interface ServeOptions extends ServeConfig {
  readonly models?: AddedModels | undefined;
}

/** For an operator whose first requests get 401. */
const NO_KEYS = 'Create one with gatewright keys create, on the database of this service.';

/** A running service, or why it did not start. */
export type ServeStart =
  | {
      readonly kind: 'listening';
      readonly baseUrl: string;
      /**
       * Reports not ready and keeps serving for the drain delay; then refuses connections, finishes running requests and
       * closes everything. Requests and jobs get the drain time each.
       */
      stop(): Promise<void>;
    }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Starts the durable gateway. It listens before it opens the store, so that probes are answered meanwhile, but after
 * loading the text code, so that no request waits for that.
 */
export async function startServe(config: ServeOptions, log: ServiceLog): Promise<ServeStart> {
  await Promise.all([loadVocabulary(), loadTextOperations()]);
  const parts = { log, metrics: createMetrics(), ids: createRandomIds() };
  const { publicOrigin, metricsPort, drainDelaySeconds, drainSeconds } = config;
  const hasMetricsApart = metricsPort !== undefined;
  const handler = createServiceHandler({ ...parts, hasMetricsApart, elapsedMs: () => performance.now() });
  const server = createNodeServer(handler, publicOrigin === undefined ? {} : { publicOrigin });
  const drain = createDrain(server);
  const listening = await listen(server, config);
  if (listening.kind === 'failed') return listening;
  const probes = await startProbePort(handler, config);
  if (probes.kind === 'failed') {
    await drain.finish(0);
    return probes;
  }
  const opened = await openService(config, parts);
  if (opened.kind === 'failed') {
    await Promise.all([drain.finish(0), probes.close()]);
    return opened;
  }
  const { durable, gateway } = opened;
  handler.open(
    gateway,
    rememberCheck(() => durable.checkWritable(), { elapsedMs: () => performance.now() }),
  );
  const urls = {
    url: listening.baseUrl,
    ...(probes.baseUrl === undefined ? {} : { metrics: probes.baseUrl }),
  };
  log.event('listening', { ...urls, database: config.database.kind });
  if (!opened.hasAccounts) log.event('no keys yet', { hint: NO_KEYS });
  const stop = async () => {
    await stopServing({ handler, drain, delayMs: drainDelaySeconds * 1000, deadlineMs: drainSeconds * 1000 });
    await opened.chores.stop();
    await durable.stop(drainSeconds * 1000);
    await opened.closeNetwork();
    await probes.close();
  };
  return { kind: 'listening', baseUrl: listening.baseUrl, stop };
}

interface Parts {
  readonly log: ServiceLog;
  readonly metrics: Metrics;
  readonly ids: Ids;
}

type Opened =
  | {
      readonly kind: 'opened';
      readonly durable: Durable;
      readonly gateway: Gateway;
      readonly chores: Chores;
      readonly hasAccounts: boolean;
      closeNetwork(): Promise<void>;
    }
  | { readonly kind: 'failed'; readonly message: string };

async function openService(config: ServeOptions, { log, metrics, ids }: Parts): Promise<Opened> {
  const clock = createSystemClock();
  const reportFault = createFaultReporter(log, () => performance.now());
  let durable: Durable | undefined;
  try {
    const secretBox = createSecretBox(config.secretKeys);
    durable = await openDurable(config.database, { clock, reportFault, secretBox });
    await durable.store.sealSecrets();
    const { queue, rateLimiter } = durable;
    const store = logCallbacks(observeStore(durable.store, metrics), log);
    const ports = { clock, ids, queue, rateLimiter, reportFault, ...toStorePorts(store) };
    const { gateway, close } = createServeGateway(ports, config);
    const hasAccounts = (await store.listAccounts('', 1)).length > 0;
    await durable.start();
    const chores = startChores(serviceChores({ store, clock, keepDays: config.keepDays }), {
      clock,
      reportFault,
    });
    return { kind: 'opened', durable, gateway, chores, hasAccounts, closeNetwork: close };
  } catch (error) {
    await durable?.stop(0).catch(() => undefined); // the reported error is why it did not start
    return { kind: 'failed', message: explainOpening(error, config.database) };
  }
}
