import { createEviction } from '../memory/eviction.ts';
import type { ApiKey } from '../ports/store.ts';

/** Bodies that are built once and sent many times, cached by key scope and query. */
export interface SharedBodies {
  /** The body under a name, built at the first call by a key with the same model scope. */
  get<Body extends object>(key: ApiKey, name: string, build: () => Body): Body;
  /** Whether a body came from this cache. */
  has(body: object): boolean;
}

const MAX_SCOPES = 1000;

/** Creates the cache of shared bodies; the oldest key scopes are evicted first. */
export function createSharedBodies(): SharedBodies {
  const scopes = new Map<string, Map<string, object>>();
  const evict = createEviction(scopes, { most: MAX_SCOPES });
  const shared = new WeakSet<object>();
  return {
    has: (body) => shared.has(body),
    get<Body extends object>(key: ApiKey, name: string, build: () => Body): Body {
      const scope = key.models ? JSON.stringify(key.models) : '';
      const bodies = scopes.get(scope) ?? new Map<string, object>();
      if (bodies.size === 0) {
        scopes.set(scope, bodies);
        evict();
      }
      const known = bodies.get(name);
      if (known) return known as Body; // stored under the same name by the same caller
      const body = build();
      bodies.set(name, body);
      shared.add(body);
      return body;
    },
  };
}
