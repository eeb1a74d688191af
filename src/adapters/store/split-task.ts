import type { NewTask, Task, TaskInput } from '../../gateway/ports/store.ts';

/** Splits an accepted task into what polls read and its input. */
export function splitTask(accepted: NewTask): { readonly task: Task; readonly input: TaskInput } {
  const { request, output, size, references, seed } = accepted;
  return { task: withoutInput(accepted), input: { request, output, size, references, seed } };
}

type AcceptedTask = Omit<NewTask, keyof TaskInput>;

/** What polls read of an accepted task. Member by member: copying the rest of an object takes ten times as long. */
export function withoutInput({
  id,
  accountId,
  keyDigest,
  operation,
  modelId,
  modelName,
  createdAt,
  dueAt,
  hold,
  prices,
  groupRatio,
  linkOrigin,
}: NewTask): AcceptedTask {
  return {
    id,
    accountId,
    keyDigest,
    operation,
    modelId,
    modelName,
    createdAt,
    dueAt,
    hold,
    prices,
    groupRatio,
    linkOrigin,
  };
}
