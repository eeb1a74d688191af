import { modelOfTask } from '../../contract/base-model.ts';
import { priceOf } from '../../contract/price.ts';
import type { EngineResult } from '../ports/engine.ts';
import type { Ports } from '../ports/ports.ts';
import type { Task, TaskOutcome } from '../ports/store.ts';
import { toEngineJob, toPricedOutput } from './engine-job.ts';

/** Runs the engine for a task that is due, and settles what was made. A task that has ended is left alone. */
export async function finishTask(ports: Ports, taskId: string): Promise<void> {
  const task = await ports.store.findTask(taskId);
  if (!task || task.outcome) return;
  const model = modelOfTask(task);
  const result = await ports.engine.run(toEngineJob(task, model));
  await ports.store.finishTask(taskId, toOutcome(task, result), task.dueAt);
}

/** The task as it stands at `now`: one that is due is finished first, so that polling never changes a charge. */
export async function readTask(ports: Ports, taskId: string): Promise<Task | undefined> {
  const task = await ports.store.findTask(taskId);
  if (!task || task.outcome || task.dueAt > ports.clock.now()) return task;
  await finishTask(ports, taskId);
  return ports.store.findTask(taskId);
}

function toOutcome(task: Task, result: EngineResult): TaskOutcome {
  if (result.kind === 'failed') return { status: 'failed', error: result.error, charge: 0n };
  const model = modelOfTask(task);
  const charge = priceOf(model, result.outputs.map(toPricedOutput), {
    references: task.references.length,
    groupRatio: task.groupRatio,
  });
  return { status: 'success', outputs: result.outputs, charge: charge > task.hold ? task.hold : charge };
}
