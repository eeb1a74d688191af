import { policies } from '../../generated/policies.ts';
import type { GatewayResponse } from './exchange.ts';

const ALLOWED = { 'access-control-allow-origin': policies.cors.allow_origin } as const;
const EXPOSED = { ...ALLOWED, 'access-control-expose-headers': policies.cors.expose_headers } as const;

/** The CORS headers of every response: any page may read it (section 4.7), including the listed headers. */
export function corsHeaders(origin: string | undefined): Readonly<Record<string, string>> {
  return origin === undefined ? ALLOWED : EXPOSED;
}

/** The response to a preflight for a path with these methods; it needs no key. */
export function preflight(allow: readonly string[]): GatewayResponse {
  const methods = allow.join(', ');
  return {
    status: 204,
    headers: {
      'access-control-allow-origin': policies.cors.allow_origin,
      'access-control-allow-methods': methods,
      'access-control-allow-headers': policies.cors.allow_headers.join(', '),
      'access-control-max-age': String(policies.cors.max_age_seconds),
      allow: methods,
    },
    body: undefined,
  };
}
