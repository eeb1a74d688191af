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

export type Settle = (result: WorkResult<unknown>) => void;

/** Runs one assignment at a time: it is settled once, at the latest when it exceeds its time or is cancelled. */
export function createRun() {
  let settleCurrent: Settle | undefined;
  const settle: Settle = (result) => settleCurrent?.(result);
  const run = ({ timeMs, signal }: Assignment, begin: () => void) =>
    new Promise<WorkResult<unknown>>((resolve) => {
      const timer = setTimeout(() => settle({ kind: 'too_slow' }), timeMs);
      const cancel = () => settle({ kind: 'cancelled' });
      signal?.addEventListener('abort', cancel);
      settleCurrent = (result) => {
        settleCurrent = undefined;
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        resolve(result);
      };
      begin();
    });
  return { settle, run };
}

const EXTENSION = new URL(import.meta.url).pathname.endsWith('.ts') ? '.ts' : '.js';

/** The name of a source file as it runs here: TypeScript in a checkout, JavaScript in a package. */
export function toRunning(module: string): string {
  return module.replace(/\.ts$/, EXTENSION);
}
