import type { World } from './world.ts';

/** The worlds of a mock: the shared one, and one per named session. */
export interface Sessions {
  /** The world of a session, created on first use; undefined means the shared one. */
  get(name: string | undefined): World;
  /** Resets a session to a fresh world. */
  reset(name: string | undefined): void;
  close(): void;
}

/** Maximum sessions besides the shared one; the longest idle is evicted. */
export const MAX_SESSIONS = 100;

/** Creates the sessions; `create` makes a fresh world. */
export function createSessions(create: (name: string | undefined) => World): Sessions {
  let shared = create(undefined);
  const named = new Map<string, World>();
  const keep = (name: string, world: World) => {
    named.delete(name);
    named.set(name, world);
    const [oldest] = named;
    if (named.size <= MAX_SESSIONS || !oldest) return;
    named.delete(oldest[0]);
    oldest[1].close();
  };
  return {
    get(name) {
      if (name === undefined) return shared;
      const world = named.get(name) ?? create(name);
      keep(name, world);
      return world;
    },
    reset(name) {
      if (name === undefined) {
        shared.close();
        shared = create(undefined);
      } else {
        named.get(name)?.close();
        keep(name, create(name));
      }
    },
    close() {
      for (const world of [shared, ...named.values()]) world.close();
    },
  };
}
