import * as policies from '../../generated/policy-sections.ts';
import { pause } from './pause.ts';
import { readRetryAfter } from './read-retry-after.ts';

/** `fetch`, as the client calls it. */
export type Fetch = (request: Request) => Promise<Response>;

const {
  max_retries: MAX_RETRIES,
  retry_milliseconds: PAUSE,
  longest_retry_after_seconds: LONGEST_WAIT_SECONDS,
} = policies.client;

/**
 * A `fetch` that repeats a request that failed before the first byte of its response: 408, 429, 5xx, 409 while the
 * first attempt is still in progress, and broken connections. A request that has no second effect is also repeated when its
 * response breaks off. Pauses double, with jitter; `Retry-After` takes precedence. `x-should-retry: false` and the
 * request's signal are respected.
 */
export function createRetryingFetch(fetch: Fetch, maxRetries: number = MAX_RETRIES): Fetch {
  if (!(Number.isInteger(maxRetries) && maxRetries >= 0))
    throw new RangeError(`maxRetries must be a whole number, 0 or more; got ${maxRetries}.`);
  return async (request) => {
    for (let retries = 0; ; retries += 1) {
      const isLast = retries >= maxRetries;
      // A request can be sent once; a clone is sent as long as it may be needed again.
      const { response, error } = await attempt(fetch, isLast ? request : request.clone());
      const wait = isLast || request.signal.aborted ? undefined : pauseBefore(retries, response);
      if (wait === undefined) {
        if (response) return response;
        throw error;
      }
      await response?.body?.cancel();
      await pause(wait, request.signal);
    }
  };
}

interface Attempt {
  /** An instance of the class that the given `fetch` uses, which need not be the global `Response`. */
  readonly response?: Response;
  readonly error?: unknown;
}

async function attempt(fetch: Fetch, request: Request): Promise<Attempt> {
  try {
    const response = await fetch(request);
    const isWhole = isIdempotent(request) && !isStreamed(response) && response.body !== null;
    return { response: isWhole ? await receive(response) : response };
  } catch (error) {
    return { error };
  }
}

/**
 * The same response once its body has arrived. It is not cloned, because a clone in happy-dom takes the body from the
 * original.
 */
async function receive(response: Response): Promise<Response> {
  const { status, statusText, headers, url } = response;
  const body = await response.arrayBuffer();
  const Same = response.constructor as typeof Response;
  const received = new Same(body, { status, statusText, headers });
  return Object.defineProperty(received, 'url', { value: url });
}

/** Whether sending it again has no second effect. */
function isIdempotent({ method, headers }: Request): boolean {
  return method === 'GET' || headers.has(policies.idempotency.header);
}

/** Whether it is to be read as it arrives. */
function isStreamed({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}

/** Milliseconds until the next attempt; undefined when there should be none. */
function pauseBefore(retries: number, response: Response | undefined): number | undefined {
  const asked = response && readRetryAfter(response.headers);
  if (response && !isWorthRetrying(response, asked)) return undefined;
  if (asked !== undefined) return asked <= LONGEST_WAIT_SECONDS * 1000 ? asked : undefined;
  const longest = Math.min(PAUSE.max, PAUSE.min * 2 ** retries);
  return longest * (0.5 + Math.random() / 2);
}

function isWorthRetrying({ status, headers }: Response, asked: number | undefined): boolean {
  if (headers.get('x-should-retry') === 'false') return false;
  if (status === 409) return asked !== undefined;
  return status === 408 || status === 429 || (status >= 500 && status !== 501);
}
