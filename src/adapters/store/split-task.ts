import type { NewTask, Task, TaskInput } from '../../gateway/ports/store.ts';

/** Divides a task that is accepted into what polls read and what it is made from. */
export function splitTask({ request, output, size, references, seed, ...task }: NewTask): {
  readonly task: Task;
  readonly input: TaskInput;
} {
  return { task, input: { request, output, size, references, seed } };
}
