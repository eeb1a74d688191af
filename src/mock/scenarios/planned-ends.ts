import type { Engine, TaskFailure } from '../../gateway/ports/media/engine.ts';
import type { Store } from '../../gateway/ports/store.ts';

/** How a task of a scenario is to end. */
export type PlannedEnd =
  | { readonly kind: 'failed'; readonly error: TaskFailure }
  | { readonly kind: 'cancelled' };

/** The ends that scenarios have planned for tasks of a session, and the ports that implement them. */
export interface PlannedEnds {
  readonly engine: Engine;
  readonly store: Store;
  plan(taskId: string, end: PlannedEnd): void;
  forget(taskId: string): void;
}

/** Creates an empty plan. An entry is removed when its task has ended. */
export function createPlannedEnds({ engine, store }: Pick<PlannedEnds, 'engine' | 'store'>): PlannedEnds {
  const ends = new Map<string, PlannedEnd>();
  return {
    plan: (taskId, end) => void ends.set(taskId, end),
    forget: (taskId) => void ends.delete(taskId),
    engine: {
      ...engine,
      run(job) {
        const end = ends.get(job.taskId);
        return end?.kind === 'failed' ? Promise.resolve(end) : engine.run(job);
      },
    },
    store: {
      ...store,
      async finishTask(id, outcome, end) {
        const isCancelled = ends.get(id)?.kind === 'cancelled';
        const isFirst = isCancelled
          ? await store.finishTask(id, { status: 'cancelled', charge: 0n }, { at: end.at })
          : await store.finishTask(id, outcome, end);
        ends.delete(id);
        return isFirst;
      },
    },
  };
}
