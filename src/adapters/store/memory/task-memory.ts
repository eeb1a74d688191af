import { policies } from '../../../../generated/policies.ts';
import { createRing } from '../../../gateway/memory/ring.ts';
import type { Replay } from '../../../gateway/ports/idempotency-keys.ts';
import type { PictureCopy } from '../../../gateway/ports/media/media.ts';
import type { ScheduleJob } from '../../../gateway/ports/queue.ts';
import type { NewTask, Store, Task } from '../../../gateway/ports/store.ts';
import { holdOf, withoutInput } from '../split-task.ts';
import type { createDeliveryMemory } from './delivery-memory.ts';
import type { createIdempotencyMemory } from './idempotency-memory.ts';
import type { createLedgerMemory } from './ledger-memory.ts';

type TaskOperations = Pick<
  Store,
  'acceptTask' | 'findTask' | 'findUnfinishedTask' | 'findPicture' | 'finishTask'
>;

/** What changes together with tasks, and how many finished ones are kept. */
export interface TaskMemoryOptions {
  readonly ledger: ReturnType<typeof createLedgerMemory>;
  readonly idempotency: ReturnType<typeof createIdempotencyMemory>;
  readonly deliveries: ReturnType<typeof createDeliveryMemory>;
  readonly schedule: ScheduleJob;
  readonly keepFinished: number;
}

/** Creates an empty memory of tasks; the oldest finished ones are evicted. */
export function createTaskMemory({
  ledger,
  idempotency,
  deliveries,
  schedule,
  keepFinished,
}: TaskMemoryOptions): TaskOperations {
  const tasks = new Map<string, NewTask | FinishedTask>();
  const pictures = new Map<string, PictureCopy>();
  const forget = (id: string) => {
    tasks.delete(id);
    pictures.delete(id);
  };
  const finished = createRing(keepFinished, forget);
  const finishedWithPicture = createRing(policies.results.kept_pictures, forget);
  return {
    async acceptTask(task: NewTask, replay?: Replay) {
      if (replay && !idempotency.holds(replay)) return { kind: 'superseded' };
      const acceptance = ledger.reserve(holdOf(task));
      if (acceptance.kind === 'insufficient') return acceptance;
      tasks.set(task.id, task);
      if (task.picture !== undefined) pictures.set(task.id, task.picture);
      if (replay) idempotency.keep(replay);
      schedule({ kind: 'finish_task', taskId: task.id }, task.dueAt);
      return acceptance;
    },
    findTask(id) {
      const task = tasks.get(id);
      return !task || isFinished(task) ? task : withoutInput(task);
    },
    async findUnfinishedTask(id) {
      const task = tasks.get(id);
      return task && !isFinished(task) ? task : undefined;
    },
    findPicture: async (id) => pictures.get(id),
    async finishTask(id, outcome, { at, delivery }) {
      const task = tasks.get(id);
      if (!task || isFinished(task)) return false;
      ledger.resolve(holdOf(task), outcome.charge, at);
      tasks.set(id, { ...withoutInput(task), outcome, finishedAt: at });
      finished.add(id);
      if (pictures.has(id)) finishedWithPicture.add(id);
      if (delivery) deliveries.add(delivery);
      return true;
    },
  };
}

/** A task that has ended: its input is gone. */
type FinishedTask = Task & Required<Pick<Task, 'outcome' | 'finishedAt'>>;

function isFinished(task: NewTask | FinishedTask): task is FinishedTask {
  return 'outcome' in task;
}
