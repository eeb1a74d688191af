import { modelOfTask } from '../../contract/base-model.ts';
import type { CatalogueModel } from '../../contract/catalogue.ts';
import { type PricedOutput, priceOf } from '../../contract/price.ts';
import type { EngineJob, EngineOutput, EngineResult } from '../ports/media/engine.ts';
import type { Ports } from '../ports/ports.ts';
import type { NewTask, Task, TaskOutcome } from '../ports/store.ts';
import type { GatewayState } from '../request-context.ts';
import { newDelivery } from '../webhooks/new-delivery.ts';
import { whenReady } from '../when-ready.ts';
import { toTaskRecord } from './task-record.ts';
import { nextState } from './task-state.ts';
import { progressAt } from './timeline.ts';

type TaskState = Pick<GatewayState, 'catalogue' | 'ports' | 'successStatus' | 'keepSeconds'>;

/** Runs the engine for a due task, and settles its outputs. Does nothing for a task that has ended. */
export async function finishTask(state: TaskState, taskId: string): Promise<void> {
  const { ports, catalogue } = state;
  const task = await ports.store.findUnfinishedTask(taskId);
  if (!task) return;
  const model = modelOfTask(task, catalogue);
  const result = await ports.engine.run(toEngineJob(task, model));
  await endTask(state, task, toOutcome(task, model, result));
}

/** Cancels a task that has not ended: full refund, no callback. False when it had ended. */
export async function cancelTask(ports: Ports, taskId: string): Promise<boolean> {
  return ports.store.finishTask(taskId, { status: 'cancelled', charge: 0n }, { at: ports.clock.now() });
}

/** The task at `now`: a due one is finished first, so that polling never changes a charge. */
export function readTask(state: TaskState, taskId: string): Task | undefined | Promise<Task | undefined> {
  const { store, clock } = state.ports;
  return whenReady(store.findTask(taskId), (task) =>
    !task || task.outcome || task.dueAt > clock.now() ? task : finishAndRead(state, taskId),
  );
}

async function finishAndRead(state: TaskState, taskId: string): Promise<Task | undefined> {
  await finishTask(state, taskId);
  return state.ports.store.findTask(taskId);
}

async function endTask(state: TaskState, task: NewTask, outcome: TaskOutcome): Promise<void> {
  const { store, translator } = state.ports;
  const at = task.dueAt;
  if (nextState(progressAt(task, at).status, outcome.status) !== outcome.status) return;
  const record = () => toTaskRecord({ ...task, outcome, finishedAt: at }, { ...state, now: at });
  const delivery = await newDelivery({ task, status: outcome.status, record, createdAt: at }, translator);
  await store.finishTask(task.id, outcome, { at, ...(delivery ? { delivery } : {}) });
}

function toOutcome(task: NewTask, model: CatalogueModel, result: EngineResult): TaskOutcome {
  if (result.kind === 'failed') return { status: 'failed', error: result.error, charge: 0n };
  const charge = priceOf(model, result.outputs.map(toPricedOutput), {
    references: task.references.length,
    groupRatio: task.groupRatio,
  });
  return { status: 'success', outputs: result.outputs, charge: charge > task.hold ? task.hold : charge };
}

function toEngineJob(task: NewTask, model: CatalogueModel): EngineJob {
  const { id, request, output, size, references, seed } = task;
  return { taskId: id, model, request, output, size, references, seed };
}

/** The billing units of an output: 1 for an image, the seconds of a clip. */
function toPricedOutput(output: EngineOutput): PricedOutput {
  const { width, height } = output.drawing;
  const units = output.kind === 'video' ? output.drawing.durationSeconds : 1;
  return { width, height, tier: output.tier, units };
}
