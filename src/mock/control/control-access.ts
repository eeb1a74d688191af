import { policies } from '../../../generated/policies.ts';
import type { GatewayRequest } from '../../gateway/exchange.ts';
import { createOwnHosts, type OwnHostsOptions } from '../own-hosts.ts';
import { type ControlResponse, refuse } from './control-response.ts';
import { isLoopback } from './is-loopback.ts';

/** An admitted call, with headers for its response, or a refusal. */
export type Admission =
  | { readonly kind: 'admitted'; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'refused'; readonly response: ControlResponse };

/**
 * Admits programs on this machine, and pages of the mock's own origin or an allowed one. Other pages are always
 * detected: browsers send their `Origin`, `Sec-Fetch-Site` marks requests without one, and `Host` has a name that was
 * pointed at this machine (DNS rebinding).
 */
export function createControlAccess(options: OwnHostsOptions = {}): (request: GatewayRequest) => Admission {
  const isOwnHost = createOwnHosts(options);
  const allowed = new Set(options.allowOrigins);
  return (request) => {
    if (!isLoopback(request.peer))
      return refused(
        'not_local',
        'The control plane accepts only callers on the machine that runs the mock.',
      );
    const host = request.header('host');
    // Without a peer the call came from this process; without a host it did not come from a browser.
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

/** Browsers mark every request from a page, even without an origin. Opening an address directly is not a request from a page. */
function isSentByPage(request: GatewayRequest): boolean {
  const site = request.header('sec-fetch-site');
  return (site === 'cross-site' || site === 'same-site') && request.header('sec-fetch-mode') !== 'navigate';
}

function refused(reason: 'not_local' | 'foreign_host' | 'foreign_origin', message: string): Admission {
  return { kind: 'refused', response: { ...refuse(reason, message), headers: { vary: 'origin' } } };
}

const UNNAMED_PAGE =
  'Pages of other origins may not use the control plane: start the mock with --allow-origin to allow them.';

function foreignOrigin(origin: string): string {
  const text = origin.slice(0, policies.wording.max_name_characters);
  return `Pages of ${text} may not use the control plane: start the mock with --allow-origin ${text} to allow them.`;
}

function foreignHost(host: string): string {
  const text = host.slice(0, policies.wording.max_name_characters);
  return `This mock does not know the host ${JSON.stringify(text)}: use 127.0.0.1 or localhost with its port, or start it with --allow-host.`;
}
