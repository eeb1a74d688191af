import { useCallback } from 'react';
import type { TaskRecord } from '../tasks/read-record.ts';
import type { Task, WaitOptions } from '../tasks/task.ts';
import { type RunState, useRun } from './use-run.ts';

/** What is known about a task. */
export interface TaskState extends RunState {
  /** The handle, once the task is submitted. */
  readonly task: Task | undefined;
  /** The record as it was last seen, with status, progress, cost and result. */
  readonly record: TaskRecord | undefined;
}

/** How a task is waited for. */
export type RunTaskOptions = Omit<WaitOptions, 'signal' | 'onProgress'>;

/** The state of a task, and how to start and leave it. */
export interface UseTask extends TaskState {
  /**
   * Submits a task, or resumes one, and waits for it: `run((signal) => client.images.generate(request, { signal }))`. A task that
   * was waited for before is left. For event handlers: an effect of a component in StrictMode runs twice, and would submit twice.
   */
  readonly run: (submit: (signal: AbortSignal) => Task | Promise<Task>, options?: RunTaskOptions) => void;
  /** Stops waiting. The task itself continues. */
  readonly cancel: () => void;
}

const NOTHING: Pick<TaskState, 'task' | 'record'> = { task: undefined, record: undefined };

/** Runs a task and renders each record. Unmounting ends the wait; errors, those of the task included, are in `error`. */
export function useTask(): UseTask {
  const { state, start, cancel } = useRun(NOTHING);
  const run: UseTask['run'] = useCallback(
    (submit, options) =>
      start(async (signal, show) => {
        const task = await submit(signal);
        show({ task });
        const onProgress = (record: TaskRecord) => show({ record });
        show({ record: await task.wait({ ...options, signal, onProgress }) });
      }),
    [start],
  );
  return { ...state, run, cancel };
}
