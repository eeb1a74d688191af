import type { World } from './world.ts';

/** The worlds of a mock: the shared one, and one per named session. */
export interface Sessions {
  /** The world of a session, created on first use; undefined means the shared one. */
  get(name: string | undefined): World;
  /** Keeps a session while a request to it is answered; the function that is returned ends that. */
  hold(name: string): () => void;
  /** Resets a session to a fresh world. */
  reset(name: string | undefined): void;
  close(): void;
}

/** Maximum sessions besides the shared one; the longest idle is evicted, one that is answering only when all are. */
export const MAX_SESSIONS = 100;

/** Creates the sessions; `create` makes a fresh world. */
export function createSessions(create: (name: string | undefined) => World): Sessions {
  let shared = create(undefined);
  const named = new Map<string, World>();
  const answering = new Map<string, number>();
  const keep = (name: string, world: World) => {
    named.delete(name);
    named.set(name, world);
    if (named.size <= MAX_SESSIONS) return;
    const names = [...named.keys()];
    const leaving = names.find((one) => !answering.has(one)) ?? names[0] ?? name;
    named.get(leaving)?.close();
    named.delete(leaving);
  };
  return {
    get(name) {
      if (name === undefined) return shared;
      const world = named.get(name) ?? create(name);
      keep(name, world);
      return world;
    },
    hold(name) {
      answering.set(name, (answering.get(name) ?? 0) + 1);
      return () => {
        const left = (answering.get(name) ?? 1) - 1;
        if (left === 0) answering.delete(name);
        else answering.set(name, left);
        // It is idle from now on, not since the request came.
        const world = named.get(name);
        if (world) keep(name, world);
      };
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
