import type { GatewayRequest } from '../../gateway/exchange.ts';
import { createOwnHosts, type OwnHostsOptions } from '../own-hosts.ts';
import { type ControlResponse, refuse } from './control-response.ts';
import { isLoopback } from './is-loopback.ts';

/** An admitted call, with headers for its response, or a refusal. */
export type Admission =
  | { readonly kind: 'admitted'; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'refused'; readonly response: ControlResponse };

/**
 * Admits programs on this machine, and pages of the mock's own origin or an allowed one. Other pages cannot
 * hide: browsers send their `Origin`, `Sec-Fetch-Site` marks requests without one, and a name that was pointed at
 * this machine (DNS rebinding) is in `Host`.
 */
export function createControlAccess(options: OwnHostsOptions = {}): (request: GatewayRequest) => Admission {
  const isOwnHost = createOwnHosts(options);
  const allowed = new Set(options.allowOrigins);
  return (request) => {
    if (!isLoopback(request.peer))
      return refused('not_local', 'The control plane answers callers on the same machine only.');
    const host = request.header('host');
    // Without a peer the call came from this process, and without a host not from a browser.
    if (request.peer !== undefined && host !== undefined && !isOwnHost(host))
      return refused('foreign_host', foreignHost(host));
    const origin = request.header('origin');
    if (origin === undefined)
      return isSentByPage(request)
        ? refused('foreign_origin', UNNAMED_PAGE)
        : { kind: 'admitted', headers: {} };
    if (origin.toLowerCase() === request.origin.toLowerCase()) return { kind: 'admitted', headers: {} };
    return allowed.has(origin)
      ? { kind: 'admitted', headers: corsHeaders(origin) }
      : refused('foreign_origin', foreignOrigin(origin));
  };
}

/** The response to a preflight from an admitted origin. */
export function controlPreflight(methods: readonly string[]): ControlResponse {
  return {
    status: 204,
    headers: {
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': 'content-type, x-mock-session',
      'access-control-max-age': '600',
    },
  };
}

function corsHeaders(origin: string): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'x-request-id',
    vary: 'origin',
  };
}

/** Browsers mark every request of a page, even without an origin. Opening an address directly is not a request of a page. */
function isSentByPage(request: GatewayRequest): boolean {
  const site = request.header('sec-fetch-site');
  return (site === 'cross-site' || site === 'same-site') && request.header('sec-fetch-mode') !== 'navigate';
}

function refused(reason: 'not_local' | 'foreign_host' | 'foreign_origin', message: string): Admission {
  return { kind: 'refused', response: { ...refuse(reason, message), headers: { vary: 'origin' } } };
}

const UNNAMED_PAGE = 'The control plane answers no pages of other origins.';

function foreignOrigin(origin: string): string {
  const text = origin.slice(0, 200);
  return `The control plane answers no pages of ${text}; --allow-origin ${text} lets them steer this mock.`;
}

function foreignHost(host: string): string {
  const text = host.slice(0, 200);
  return `The control plane is not ${JSON.stringify(text)}: ask 127.0.0.1 or localhost on its port, or name the host with --allow-host.`;
}
