import type { ControlledClock } from '../adapters/clock/controlled-clock.ts';
import { formatWait } from '../contract/plural.ts';
import type { GatewayResponse } from '../gateway/exchange.ts';
import type { MockSession } from './sessions/session.ts';

type Headers = GatewayResponse['headers'];

/**
 * The response with waits and lifetimes in real seconds: on a clock that runs twenty times as fast a limit resets,
 * and a link expires, in a twentieth of the time. Waits are rounded up, lifetimes down.
 */
export function inRealSeconds(
  response: GatewayResponse,
  { clock }: Pick<MockSession, 'clock'>,
): GatewayResponse {
  const pace = 'pace' in clock ? (clock as ControlledClock).pace() : undefined; // no other clock has it
  if (!pace || pace.isFrozen || pace.speed === 1) return response;
  const { headers, body } = response;
  if (!SECONDS.some((name) => headers[name] !== undefined)) return response;
  const real = toRealHeaders(headers, pace.speed);
  if (headers['retry-after-ms'] === undefined || typeof body !== 'string')
    return { ...response, headers: real };
  return { ...response, headers: real, body: toRealText(body, { real, speed: pace.speed }) };
}

/** The message of a rate limit: `... its limit of 5 requests per 10 seconds: try again in 3 seconds.` */
function toRealText(body: string, { real, speed }: { readonly real: Headers; readonly speed: number }) {
  return body
    .replace(
      /(limit of \d+ requests? per )(\d+) seconds?\b/,
      (_all, limit, window) => `${limit}${formatWait(toRealSeconds(window, speed))}`,
    )
    .replace(/\btry again in \d+ seconds?\b/, `try again in ${formatWait(Number(real['retry-after']))}`);
}

/** To the millisecond. */
function toRealSeconds(seconds: string, speed: number): number {
  return Math.round((Number(seconds) * 1000) / speed) / 1000;
}

function toRealHeaders(headers: Headers, speed: number): Headers {
  const waitMs = headers['retry-after-ms'];
  // Without milliseconds, the wait is for the process's work in progress and already in real time.
  const retry: Headers =
    waitMs === undefined
      ? {}
      : {
          'retry-after': String(Math.ceil(Number(waitMs) / speed / 1000)),
          'retry-after-ms': String(Math.ceil(Number(waitMs) / speed)),
        };
  const changed = Object.entries(changes).flatMap(([name, change]) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, change(value, speed)] as const];
  });
  return { ...headers, ...Object.fromEntries(changed), ...retry };
}

const changes: Readonly<Record<string, (value: string, speed: number) => string>> = {
  'cache-control': (value, speed) => scale(value, /\b(max-age=)(\d+)/, (age) => Math.floor(age / speed)),
  'x-ratelimit-reset-requests': (value, speed) => scale(value, /^()(\d+)/, (wait) => Math.ceil(wait / speed)),
  ratelimit: (value, speed) => scale(value, /(;t=)(\d+)/, (wait) => Math.ceil(wait / speed)),
  'ratelimit-policy': (value, speed) => scale(value, /(;w=)(\d+)/, (window) => Math.ceil(window / speed)),
};

/** Headers with waits or lifetimes; most responses have none. */
const SECONDS = ['retry-after-ms', ...Object.keys(changes)];

function scale(value: string, pattern: RegExp, change: (seconds: number) => number): string {
  return value.replace(pattern, (_all, name: string, seconds: string) => name + change(Number(seconds)));
}
