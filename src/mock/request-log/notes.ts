import { AsyncLocalStorage } from 'node:async_hooks';
import type { Store } from '../../gateway/ports/store.ts';

/** Facts about a request that become known while it is handled. */
export interface Notes {
  session?: string | undefined;
  operation?: string | undefined;
  model?: string | undefined;
  /** Nano-dollars held or charged. */
  cost?: bigint | undefined;
  /** Number of the scenario that was played. */
  scenario?: number | undefined;
}

const current = new AsyncLocalStorage<Notes>();

/** Runs a call in a context that collects notes. */
export function takingNotes<Value>(notes: Notes, call: () => Value): Value {
  return current.run(notes, call);
}

/** Adds a note about the request in whose context this runs; does nothing outside of one. */
export function note(facts: Notes): void {
  const notes = current.getStore();
  if (notes) Object.assign(notes, facts);
}

/** Wraps a store to note models and amounts of requests; its behaviour is unchanged. */
export function withMoneyNotes(store: Store): Store {
  return {
    ...store,
    async acceptTask(task, replay) {
      note({ model: task.modelName });
      const acceptance = await store.acceptTask(task, replay);
      if (acceptance.kind === 'accepted') note({ cost: task.hold });
      return acceptance;
    },
    async findTask(id) {
      const task = await store.findTask(id);
      if (task) note({ model: task.modelName, cost: task.outcome?.charge ?? task.hold });
      return task;
    },
    async hold(hold) {
      note({ model: hold.modelId });
      const acceptance = await store.hold(hold);
      if (acceptance.kind === 'accepted') note({ cost: hold.amount });
      return acceptance;
    },
    async settle(holdId, charge, at) {
      const isFirst = await store.settle(holdId, charge, at);
      if (isFirst) note({ cost: charge });
      return isFirst;
    },
  };
}
