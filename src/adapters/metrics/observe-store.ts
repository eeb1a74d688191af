import type { Store, TaskHoldResult } from '../../gateway/ports/store.ts';
import type { Metrics } from './create-metrics.ts';

/** Wraps a store to count tasks, callbacks and holds as they change; its behaviour is unchanged. */
export function observeStore<Observed extends Store>(store: Observed, metrics: Metrics): Observed {
  const heard = <Heard extends TaskHoldResult>(result: Heard) => {
    if (result.kind !== 'superseded') metrics.holdChanged(result.kind);
    return result;
  };
  const resolved = (charge: bigint) => metrics.holdChanged(charge === 0n ? 'released' : 'settled');
  return {
    ...store,
    acceptTask: async (task, replay) => heard(await store.acceptTask(task, replay)),
    hold: async (hold) => heard(await store.hold(hold)),
    async settle(holdId, charge, at) {
      const isFirst = await store.settle(holdId, charge, at);
      if (isFirst) resolved(charge);
      return isFirst;
    },
    async finishTask(id, outcome, end) {
      const isFirst = await store.finishTask(id, outcome, end);
      if (isFirst) {
        metrics.taskEnded(outcome.status);
        resolved(outcome.charge);
      }
      return isFirst;
    },
    async recordAttempt(taskId, outcome) {
      await store.recordAttempt(taskId, outcome);
      const { state } = outcome.next;
      metrics.callbackAttempted(state === 'pending' ? 'retried' : state);
    },
  } satisfies Store & Observed;
}
