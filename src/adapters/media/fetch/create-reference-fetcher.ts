import { policies } from '../../../../generated/policies.ts';
import { isDataUri } from '../../../gateway/body/data-uri.ts';
import type { Pace } from '../../../gateway/memory/pace.ts';
import type {
  FetchedReference,
  FetchReferenceOptions,
  ReferenceFetcher,
} from '../../../gateway/ports/media/media.ts';
import { decodeImageUri } from './decode-image-uri.ts';
import { explainFetchFailure } from './explain-fetch-failure.ts';
import { readCapped } from './read-capped.ts';

export interface ReferenceFetcherOptions {
  /** How fast to receive; unlimited by default. */
  readonly pace?: Pace;
  /** The fetch to use: a guarded one in a service. The platform's own by default. */
  readonly fetch?: (
    url: URL,
    init: {
      readonly redirect: 'manual';
      readonly signal: AbortSignal;
      readonly headers: Readonly<Record<string, string>>;
    },
  ) => Promise<Response>;
}

type Hop = { readonly kind: 'redirect'; readonly target: URL } | FetchedReference;

const { max_redirects: maxRedirects } = policies.references;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Creates a fetcher of `http(s)` and `data:` references. One timeout covers all redirects and the whole body. */
export function createReferenceFetcher({
  fetch: read = fetch,
  pace,
}: ReferenceFetcherOptions = {}): ReferenceFetcher {
  return {
    async fetch(address, limits) {
      if (isDataUri(address)) return decodeImageUri(address, limits.maxBytes);
      const url = toHttpUrl(address);
      if (typeof url === 'string') return { kind: 'malformed', reason: url };
      const timeout = AbortSignal.timeout(limits.timeoutMs);
      const signal = limits.signal === undefined ? timeout : AbortSignal.any([timeout, limits.signal]);
      try {
        return await followRedirects(url, { ...limits, signal, fetch: read, pace });
      } catch (error) {
        return unreachable(explainFetchFailure(error, limits, signal));
      }
    },
  };
}

interface HopOptions extends FetchReferenceOptions, Required<Pick<ReferenceFetcherOptions, 'fetch'>> {
  readonly signal: AbortSignal;
  readonly pace: Pace | undefined;
}

async function followRedirects(start: URL, options: HopOptions): Promise<FetchedReference> {
  let url = start;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const step = await readOnce(url, options);
    if (step.kind !== 'redirect') return step;
    url = step.target;
  }
  return unreachable(`the URL redirects more than ${maxRedirects} times`);
}

async function readOnce(url: URL, options: HopOptions): Promise<Hop> {
  const response = await options.fetch(url, {
    redirect: 'manual',
    signal: options.signal,
    headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'gatewright' },
  });
  const early = checkHead(response, url, options.maxBytes);
  if (early !== undefined) {
    await response.body?.cancel();
    return early;
  }
  const { maxBytes, reserve = () => true, pace } = options;
  const cap = { maxBytes, declared: declaredLength(response), reserve, pace };
  const bytes = await readCapped(response.body, cap);
  if (bytes === 'too_large') return { kind: 'too_large', maxBytes };
  if (bytes === 'no_room') return { kind: 'no_room' };
  if (bytes.length === 0)
    return unreachable(`the server responded with ${response.status} and an empty body`);
  return { kind: 'fetched', bytes, declaredType: response.headers.get('content-type') ?? undefined };
}

/** Decides by status and headers only; `undefined` means the body is worth reading. */
function checkHead(response: Response, url: URL, maxBytes: number): Hop | undefined {
  const location = response.headers.get('location');
  if (redirectStatuses.has(response.status) && location !== null) {
    const target = toHttpUrl(location, url);
    return typeof target === 'string'
      ? unreachable(`the URL redirects to an invalid location: ${target}`)
      : { kind: 'redirect', target };
  }
  if (!response.ok) return unreachable(`the server responded with ${response.status}`);
  const bytes = declaredLength(response);
  return bytes > maxBytes ? { kind: 'too_large', maxBytes, bytes } : undefined;
}

function declaredLength({ headers }: Response): number {
  const declared = Number(headers.get('content-length') ?? 0);
  return Number.isSafeInteger(declared) && declared > 0 ? declared : 0;
}

/** The URL, or one line that says why it cannot be fetched. */
function toHttpUrl(address: string, base?: URL): URL | string {
  if (!URL.canParse(address, base?.href)) return 'not a valid URL';
  const url = new URL(address, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return `the scheme "${url.protocol.slice(0, -1)}" is not http, https or data`;
  }
  if (url.username !== '' || url.password !== '') return 'the URL must not carry a user name or password';
  return url;
}

function unreachable(reason: string): FetchedReference & { readonly kind: 'unreachable' } {
  return { kind: 'unreachable', reason };
}
