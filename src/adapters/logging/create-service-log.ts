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
}

export function createServiceLog({ level = 'info', to }: ServiceLogOptions = {}): ServiceLog {
  const output = to ?? destination({ dest: 1, sync: false });
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
