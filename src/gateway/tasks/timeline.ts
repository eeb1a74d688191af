import { policies } from '../../../generated/policies.ts';
import type { Task } from '../ports/store.ts';
import type { TaskState } from './task-state.ts';

export interface TaskProgress {
  readonly status: TaskState;
  /** Percent; 100 on success only, and never decreasing. */
  readonly progress: number;
}

/** Status and progress of a task at a time (section 3); terminal states are final. Pure. */
export function progressAt(task: Task, now: number): TaskProgress {
  if (task.outcome) {
    const { status } = task.outcome;
    return { status, progress: status === 'success' ? 100 : expected(task, task.finishedAt ?? now) };
  }
  const progress = expected(task, now);
  const isWaiting = progress < policies.tasks.processing_after_fraction * 100;
  return { status: isWaiting ? 'submitted' : 'processing', progress };
}

function expected({ createdAt, dueAt }: Task, now: number): number {
  const part = dueAt > createdAt ? (now - createdAt) / (dueAt - createdAt) : 1;
  const percent = Math.floor(Math.max(0, part) * 100);
  return Math.min(percent, policies.tasks.progress_before_success);
}
