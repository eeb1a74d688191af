import { type DestinationStream, destination, type LevelWithSilent, pino, stdTimeFunctions } from 'pino';
import { scrub } from './scrub.ts';

/** Log levels, the quietest first. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const satisfies LevelWithSilent[];

export type LogLevel = (typeof LOG_LEVELS)[number];

/** What is logged about a request: no keys and no client text. */
export interface RequestLine {
  readonly id: string;
  readonly method: string;
  readonly operation: string;
  /** Without the query string; keys in it are removed. */
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly account?: string;
  /** Reason of a refusal, from the error table. */
  readonly reason?: string;
}

/** The log of a service: one JSON object per line. Keys, secrets, signatures and passwords are removed from texts. */
export interface ServiceLog {
  request(line: RequestLine): void;
  fault(error: unknown, id: string): void;
  event(message: string, facts?: Readonly<Record<string, string | number>>): void;
  /** Like `event`, at level `warn`. */
  warning(message: string, facts: Readonly<Record<string, string | number>>): void;
  /** Flushes buffered lines. */
  flush(): void;
}

/** Destination of a log, standard output by default. */
export interface ServiceLogOptions {
  readonly level?: LogLevel;
  readonly to?: DestinationStream;
  /** Called once when standard output cannot be written, as on a full disk: the service continues without a log until it can. */
  readonly onUnwritten?: (error: Error) => void;
}

/** A tenth of a second each: how often an output that takes nothing is tried before the process ends. */
const FLUSH_TRIES = 10;

/** Characters that wait for an output that cannot be written; further lines are dropped. */
const MAX_WAITING = 1_048_576;

export function createServiceLog({ level = 'info', to, onUnwritten }: ServiceLogOptions = {}): ServiceLog {
  const output = to ?? createOutput(onUnwritten);
  const logger = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    output,
  );
  return {
    request: (line) =>
      logger[line.status >= 500 ? 'error' : 'info']({ ...line, path: scrub(line.path) }, 'request'),
    fault: (error, id) => logger.error({ id, error: describe(error) }, 'fault'),
    event: (message, facts = {}) => logger.info(cleanFacts(facts), scrub(message)),
    warning: (message, facts) => logger.warn(cleanFacts(facts), scrub(message)),
    flush: () => 'flushSync' in output && typeof output.flushSync === 'function' && output.flushSync(),
  };
}

function createOutput(onUnwritten: ServiceLogOptions['onUnwritten']): DestinationStream {
  let triesLeft = Number.POSITIVE_INFINITY;
  const retryEAGAIN = () => {
    triesLeft -= 1;
    return triesLeft > 0;
  };
  const output = destination({ dest: 1, sync: false, maxLength: MAX_WAITING, retryEAGAIN });
  const flushSync = output.flushSync.bind(output);
  let isBroken = false;
  let isTold = false;
  output.on('write', () => {
    isBroken = false;
  });
  output.on('error', (error: NodeJS.ErrnoException) => {
    isBroken = true;
    if (isTold || error.code === 'EPIPE') return;
    isTold = true;
    onUnwritten?.(error);
  });
  // It would try again for ever, and keep the process from answering and from ending.
  output.flushSync = () => {
    if (isBroken) return;
    triesLeft = FLUSH_TRIES;
    try {
      flushSync();
    } catch {
      isBroken = true; // nobody reads it
    } finally {
      triesLeft = Number.POSITIVE_INFINITY;
    }
  };
  return output;
}

function cleanFacts(facts: Readonly<Record<string, string | number>>): object {
  const clean = (fact: string | number) => (typeof fact === 'string' ? scrub(fact) : fact);
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, clean(fact)]));
}

/** Only name, text, code and stack: drivers attach rows and queries, which contain client data, to their errors. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: scrub(String(error)) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? String(error.code) : undefined;
  return {
    name,
    message: scrub(message),
    ...(code === undefined ? {} : { code }),
    ...(stack === undefined ? {} : { stack: scrub(stack) }),
    ...(cause === undefined ? {} : { cause: describe(cause) }),
  };
}
