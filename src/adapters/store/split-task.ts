import type { Hold, NewTask, Task, TaskInput } from '../../gateway/ports/store.ts';

/** Splits an accepted task into what polls read and its input. */
export function splitTask(accepted: NewTask): { readonly task: Task; readonly input: TaskInput } {
  const { request, output, size, references, seed } = accepted;
  return { task: withoutInput(accepted), input: { request, output, size, references, seed } };
}

export function holdOf({ id, accountId, keyDigest, modelId, hold: amount, createdAt }: Task): Hold {
  return { id, accountId, keyDigest, modelId, amount, createdAt };
}

type AcceptedTask = Omit<NewTask, keyof TaskInput>;

/**
 * The parts of an accepted task that polls read. Member by member, because copying the rest of an object takes ten
 * times as long.
 */
export function withoutInput(task: NewTask): AcceptedTask {
  return {
    id: task.id,
    accountId: task.accountId,
    keyDigest: task.keyDigest,
    operation: task.operation,
    modelId: task.modelId,
    modelName: task.modelName,
    createdAt: task.createdAt,
    dueAt: task.dueAt,
    hold: task.hold,
    prices: task.prices,
    groupRatio: task.groupRatio,
    linkOrigin: task.linkOrigin,
  };
}
