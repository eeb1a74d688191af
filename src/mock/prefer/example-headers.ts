import { at, resolve } from './document-parts.ts';

/** Determines which of a response's declared headers are sent with an example. */
export interface ExampleHeadersOptions {
  readonly status: number;
  readonly isStream: boolean;
  /** Reason and text of a refusal. */
  readonly reason: string | undefined;
  readonly message: string | undefined;
}

const OF_RATE = /^(x-ratelimit-.*|ratelimit(-policy)?|retry-after(-ms)?)$/;
const OF_STREAMS = new Set(['cache-control', 'x-accel-buffering']);
const OF_SHARED_BODIES = new Set(['cache-control', 'vary']);

/** The declared headers that the gateway sends with such a response, with their example values. */
export function exampleHeaders(
  document: unknown,
  declared: unknown,
  options: ExampleHeadersOptions,
): Readonly<Record<string, string>> {
  const examples = Object.entries(Object(declared)).flatMap(([name, header]: [string, unknown]) => {
    const value = at(resolve(document, header), 'schema', 'examples', '0');
    return value === undefined ? [] : [[name.toLowerCase(), String(value)] as const];
  });
  const names = new Set(examples.map(([name]) => name));
  const isSent = options.status < 400 ? withSuccess(names, options) : withRefusal(options);
  const seconds = secondsIn(options.message);
  return Object.fromEntries(
    examples
      .filter(([name]) => isSent(name))
      .map(([name, value]) => [name, name === 'retry-after' ? (seconds ?? value) : value]),
  );
}

function withSuccess(
  names: ReadonlySet<string>,
  { status, isStream }: Pick<ExampleHeadersOptions, 'status' | 'isStream'>,
): (name: string) => boolean {
  if (status === 304) return () => true;
  if (isStream) return (name) => OF_STREAMS.has(name);
  const isShared = names.has('vary');
  return (name) => isShared && OF_SHARED_BODIES.has(name);
}

/** A status can have several reasons, each with its own headers. */
function withRefusal({ reason, message }: ExampleHeadersOptions): (name: string) => boolean {
  if (reason === 'rate_limited') return (name) => OF_RATE.test(name);
  return (name) =>
    name === 'www-authenticate' ||
    name === 'content-range' ||
    (name === 'retry-after' && secondsIn(message) !== undefined) ||
    (name === 'x-should-retry' && reason === 'idempotency_mismatch');
}

function secondsIn(message: string | undefined): string | undefined {
  return /\btry again in (\d+) seconds?\b/.exec(message ?? '')?.[1];
}
