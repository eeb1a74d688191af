import type { NewTask, Task, TaskInput } from '../../gateway/ports/store.ts';

/** Splits an accepted task into what polls read and its input. */
export function splitTask({ request, output, size, references, seed, ...task }: NewTask): {
  readonly task: Task;
  readonly input: TaskInput;
} {
  return { task, input: { request, output, size, references, seed } };
}
