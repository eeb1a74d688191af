import { createRing } from '../../../gateway/memory/ring.ts';
import type { ScheduleJob } from '../../../gateway/ports/queue.ts';
import type { Delivery, NewDelivery } from '../../../gateway/ports/store.ts';
import type { WholeStore } from '../whole-store.ts';

type DeliveryOperations = Pick<
  WholeStore,
  'findDelivery' | 'recordAttempt' | 'postponeDelivery' | 'listDeliveries'
>;

/** Creates an empty memory of callbacks that keeps all pending ones, and this many finished ones, evicting the oldest. */
export function createDeliveryMemory(schedule: ScheduleJob, keep: number) {
  const deliveries = new Map<string, Delivery>();
  const over = createRing(keep, (taskId: string) => deliveries.delete(taskId));
  const operations: DeliveryOperations = {
    findDelivery: async (taskId) => deliveries.get(taskId),
    async recordAttempt(taskId, { attempt, next }) {
      const known = deliveries.get(taskId);
      if (!known) return;
      const { nextAt: _due, reason: _reason, ...delivery } = known;
      const attempts = attempt ? [...delivery.attempts, attempt] : delivery.attempts;
      deliveries.set(taskId, { ...delivery, ...next, attempts });
      if (next.state === 'pending') schedule({ kind: 'deliver_callback', taskId }, next.nextAt);
      else if (known.state === 'pending') over.add(taskId);
    },
    async postponeDelivery(taskId, until) {
      const known = deliveries.get(taskId);
      if (!known) return;
      if (known.state === 'pending') deliveries.set(taskId, { ...known, nextAt: until });
      schedule({ kind: 'deliver_callback', taskId }, until);
    },
    listDeliveries: async (limit, state) =>
      [...deliveries.values()]
        .filter((delivery) => state === undefined || delivery.state === state)
        .slice(-limit)
        .reverse(),
  };
  return {
    operations,
    /** Stores a pending callback and schedules its first attempt. */
    add(delivery: NewDelivery) {
      const { taskId, createdAt } = delivery;
      deliveries.set(taskId, { ...delivery, state: 'pending', attempts: [], nextAt: createdAt });
      schedule({ kind: 'deliver_callback', taskId }, createdAt);
    },
  };
}
