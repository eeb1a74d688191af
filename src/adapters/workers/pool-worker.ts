import type { UntrustedWork, WorkOrder, WorkResult } from '../../gateway/ports/workers.ts';

/** A task with its limits and argument. */
export interface Assignment
  extends WorkOrder<unknown>,
    Pick<UntrustedWork<unknown, unknown>, 'module' | 'timeMs' | 'bufferBytes'> {}

/** A thread or a process that runs one assignment at a time; one that it does not finish ends it. */
export interface PoolWorker {
  /** Whether it takes another assignment. */
  readonly isOpen: boolean;
  /** Resolves as soon as the outcome is known; the worker may still be ending then. */
  run(assignment: Assignment): Promise<WorkResult<unknown>>;
  end(): Promise<void>;
}

/** Options of a worker, and a callback for when it has ended, for whatever reason. */
export interface PoolWorkerOptions {
  readonly heapBytes: number;
  readonly onEnd: () => void;
}

/** Starts a worker. It keeps this process alive only while it works. */
export type OpenWorker = (options: PoolWorkerOptions) => PoolWorker;
