import { policies } from '../../generated/policies.ts';
import type { GatewayResponse } from './exchange.ts';

type Headers = Readonly<Record<string, string>>;

const EXPOSED: ReadonlySet<string> = new Set(policies.cors.expose_headers);

/**
 * Adds the CORS headers, which every response has: any page may read it (section 4.7), with those of its headers that browsers hide
 * otherwise. They do not depend on `Origin`: a browser caches the file of an `<img>`, which sends none, and answers a later `fetch` with it.
 */
export function withCors(headers: Headers): Headers {
  const exposed = Object.keys(headers).filter((name) => EXPOSED.has(name));
  return {
    ...headers,
    'access-control-allow-origin': policies.cors.allow_origin,
    'access-control-expose-headers': exposed.join(', '),
  };
}

/** The response to a preflight for a path with these methods: it grants the requested headers and needs no key. */
export function preflight(allow: readonly string[], asked: string | undefined): GatewayResponse {
  const methods = allow.join(', ');
  return {
    status: 204,
    headers: {
      'access-control-allow-origin': policies.cors.allow_origin,
      'access-control-allow-methods': methods,
      'access-control-allow-headers': grantedHeaders(asked),
      'access-control-max-age': String(policies.cors.max_age_seconds),
      allow: methods,
      vary: 'access-control-request-headers',
    },
    body: undefined,
  };
}

const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]{1,64}$/;

/** Official clients send headers that identify them; all headers that a page may send are either read or ignored. */
function grantedHeaders(asked = ''): string {
  const names = asked
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => NAME.test(name));
  return [...new Set([...policies.cors.allow_headers, ...names])]
    .slice(0, policies.cors.max_headers)
    .join(', ');
}
