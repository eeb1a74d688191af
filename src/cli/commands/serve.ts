import { constants } from 'node:os';
import { policies } from '../../../generated/policies.ts';
import { whyUnwritten } from '../../../scripts/why-unwritten.ts';
import { createServiceLog, type ServiceLog } from '../../adapters/logging/create-service-log.ts';
import { readServeConfig } from '../../node/config/config.ts';
import { printError, readCommandLine } from '../command-line.ts';
import { refuseArguments } from '../options/refusal.ts';
import { findOwnModels } from '../own-models/prepare-models.ts';
import { printHelp } from '../print-help.ts';

const USAGE = `gatewright serve [options]

Starts the durable gateway. Create keys with: gatewright keys create

  gatewright serve --data ./data --port 8080

  --config FILE      JSON file with any of these options, such as {"port": 8080, "keep-days": 90}, and "database-url";
                     flags and environment variables take precedence
  --data DIR         folder of the embedded database (default gatewright-data), for one service at a time
  --port N           port to listen on (default ${policies.service.port}; 0 picks a free one)
  --host H           address to listen on (default 127.0.0.1)
  --metrics-port N   serve /metrics and the probes on this port; the public port no longer has /metrics
  --public-url URL   scheme, host and port of result links (default: those of the request)
  --engine NAME      engine that generates results: simulator
  --simulator-speed N
                     simulated tasks take 1/N of their time (default 1; 4 turns 160 s into 40 s)
  --success-status V
                     status of tasks that succeeded: success (default) or completed
  --drain-delay N    on shutdown, keep serving for N seconds while /readyz answers 503 (default ${policies.connections.drain_delay_seconds})
  --drain N          then wait at most N seconds for running requests, and again for jobs (default ${policies.connections.drain_seconds})
  --keep-days N      remove tasks and callbacks that ended more than N days ago (default: keep all)
  --models DIR       add the models of these files, or replace those with the same id (default "models" of
                     gatewright.config.json); they are read at startup: restart the service after a change
  --log-level L      silent, error, warn, info or debug (default info)
  --allow-private-addresses
                     allow callbacks and references at private addresses and on any port
  --help             show this text

Environment: DATABASE_URL=postgres://... stores the data in PostgreSQL instead, for any number of processes;
ENCRYPTION_KEYS=KEY[,OLDER] encrypts the secrets that sign callbacks (32 bytes each, base64 or hex);
PORT, HOST, METRICS_PORT, PUBLIC_URL, ENGINE, SIMULATOR_SPEED, SUCCESS_STATUS, DRAIN_DELAY_SECONDS, DRAIN_SECONDS,
KEEP_DAYS and LOG_LEVEL set the corresponding option (DRAIN_DELAY_SECONDS is --drain-delay, DRAIN_SECONDS is --drain).
`;

const OPTIONS = {
  config: { type: 'string' },
  data: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  'metrics-port': { type: 'string' },
  'public-url': { type: 'string' },
  engine: { type: 'string' },
  'simulator-speed': { type: 'string' },
  'success-status': { type: 'string' },
  'drain-delay': { type: 'string' },
  drain: { type: 'string' },
  'keep-days': { type: 'string' },
  'log-level': { type: 'string' },
  models: { type: 'string' },
  'allow-private-addresses': { type: 'boolean' },
} as const;

/** `gatewright serve`: runs until it is signalled to stop, then drains. Returns the exit code when it does not start. */
export async function runServe(args: readonly string[]): Promise<number> {
  const { models, help, ...flags } = readCommandLine(args, OPTIONS, 0).flags;
  if (help) return printHelp(USAGE);
  const read = readServeConfig(flags);
  if (read.kind === 'invalid') return refuseArguments(read.message);
  const prepared = await findOwnModels(typeof models === 'string' ? models : undefined);
  const log = createServiceLog({
    level: read.config.logLevel,
    onUnwritten: (error) => printError(`The log cannot be written: ${whyUnwritten(error)}.\n`),
  });
  const stopped = waitForSignal(log);
  const { startServe } = await import('../../node/serve-server.ts');
  const started = await startServe({ ...read.config, models: prepared?.added }, log);
  if (started.kind === 'failed') {
    log.flush();
    return printError(`${started.message}\n`);
  }
  const signal = await stopped;
  const { drainDelaySeconds, drainSeconds } = read.config;
  log.event('draining', { signal, drainDelaySeconds, drainSeconds });
  await started.stop();
  log.event('stopped');
  log.flush();
  // All that matters is on disk; anything else that keeps the process alive, such as an idle engine thread, is not waited for.
  process.exit(0);
}

/**
 * Listens for signals from the start: a service that is signalled during startup stops once it has started. A second
 * signal ends it at once, with the exit code of a process killed by that signal.
 */
function waitForSignal(log: ServiceLog): Promise<string> {
  return new Promise((resolve) => {
    let isStopping = false;
    const listen = (signal: 'SIGINT' | 'SIGTERM') => {
      if (!isStopping) {
        isStopping = true;
        return resolve(signal);
      }
      log.event('ended at once', { signal });
      log.flush();
      process.exit(128 + constants.signals[signal]);
    };
    process.on('SIGINT', listen).on('SIGTERM', listen);
  });
}
