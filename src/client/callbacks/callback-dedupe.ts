import * as policies from '../../../generated/policy-sections.ts';

/** Remembers the ids of callbacks, in memory or in a database. */
export interface SeenIds {
  /** Adds an id; resolves to false when it was there already. Must be atomic: callbacks may arrive at the same time. */
  add(id: string): boolean | Promise<boolean>;
  /** Forgets an id whose handling failed, so that the next delivery is handled. */
  delete(id: string): unknown;
}

/** Ids in the memory of this process; the oldest are forgotten. */
export function createMemorySeenIds(most: number = policies.client.kept_callback_ids): SeenIds {
  if (!(most >= 1)) throw new RangeError(`The number of ids to keep must be 1 or more; got ${most}.`);
  const ids = new Set<string>();
  return {
    add(id) {
      if (ids.has(id)) return false;
      ids.add(id);
      const [oldest] = ids;
      if (ids.size > most && oldest !== undefined) ids.delete(oldest);
      return true;
    },
    delete: (id) => ids.delete(id),
  };
}

/** Handlers that run now, by their store and id. */
const running = new WeakMap<SeenIds, Map<string, Promise<boolean>>>();

/**
 * Runs a handler once per task id (section 6: deliveries can be repeated). Resolves to whether it ran. A handler that fails may
 * run again; a delivery that arrives while one runs waits for it, and fails with it, so that the gateway delivers again. A process
 * needs one object as its store: what runs now is known by it.
 */
export async function handleOnce(id: string, handle: () => unknown, seen: SeenIds): Promise<boolean> {
  if (!id || typeof Object(seen).add !== 'function')
    throw new TypeError(
      'handleOnce needs the id of a record, and where to remember it: an object with add and delete.',
    );
  const handlers = running.get(seen) ?? new Map<string, Promise<boolean>>();
  running.set(seen, handlers);
  const earlier = handlers.get(id);
  if (earlier) return earlier.then(() => false);
  const run = handleUnseen(id, handle, seen);
  handlers.set(id, run);
  try {
    return await run;
  } finally {
    handlers.delete(id);
  }
}

async function handleUnseen(id: string, handle: () => unknown, seen: SeenIds): Promise<boolean> {
  if (!(await seen.add(id))) return false;
  try {
    await handle();
    return true;
  } catch (error) {
    try {
      await seen.delete(id);
    } catch (second) {
      throw new AggregateError(
        [error, second],
        `The handler of ${id} failed, and the id could not be forgotten.`,
      );
    }
    throw error;
  }
}
