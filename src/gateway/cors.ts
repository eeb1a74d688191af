import { policies } from '../../generated/policies.ts';
import type { GatewayResponse } from './exchange.ts';

/** On every response: any page may read it (section 4.7; keys never travel by themselves). */
export const CORS_HEADERS = {
  'access-control-allow-origin': policies.cors.allow_origin,
  'access-control-expose-headers': policies.cors.expose_headers,
} as const;

/** The answer to a preflight for a path that takes these methods; it needs no key. */
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
