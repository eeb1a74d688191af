import { policies } from '../../../generated/policies.ts';
import { createFairQueue, type FairQueue } from '../../gateway/memory/fair-queue.ts';
import type { UntrustedWork, Workers, WorkOrder, WorkResult } from '../../gateway/ports/workers.ts';
import { createWorkerSet } from './create-worker-set.ts';
import { openThread } from './open-thread.ts';
import type { Assignment, OpenWorker, PoolWorker, Settle } from './pool-worker.ts';

/** Limits of a pool. */
export interface WorkerPoolOptions {
  /** Starts a worker: a thread or a process. */
  readonly open: OpenWorker;
  /** Maximum number of workers. */
  readonly size: number;
  /** Maximum queued tasks; further ones are `overloaded`. */
  readonly waiting: number;
  /** Maximum queued tasks of one owner. */
  readonly waitingOfOwner: number;
  /** Longest wait in the queue; a task that waits longer is `overloaded`. */
  readonly waitMs: number;
  /** Maximum heap of a worker. */
  readonly heapBytes: number;
  /** How long an idle worker is kept. */
  readonly idleMs: number;
}

const threadBounds: WorkerPoolOptions = {
  open: openThread,
  size: policies.workers.threads,
  waiting: policies.workers.waiting,
  waitingOfOwner: policies.workers.waiting_of_owner,
  waitMs: policies.workers.wait_seconds * 1000,
  heapBytes: policies.workers.heap_bytes,
  idleMs: policies.workers.idle_seconds * 1000,
};

interface Waiting {
  readonly assignment: Assignment;
  /** Settles it, or starts it. */
  readonly settle: Settle;
  /** Stops waiting for cancellation and for the deadline. */
  readonly leave: () => void;
}

/** Creates a pool of threads, which start on demand. Round-robin between owners, first in first out for each. */
export function createWorkerPool(given: Partial<WorkerPoolOptions> = {}): Workers {
  const { waiting: most, waitingOfOwner: mostOfOwner, waitMs, ...options } = { ...threadBounds, ...given };
  const queue = createFairQueue<Waiting>();
  let isClosed = false;
  const next = () => {
    const worker = queue.size > 0 ? workers.take() : undefined;
    const first = worker && queue.next();
    if (!first) return;
    first.leave();
    void begin(worker, first);
  };
  const workers = createWorkerSet({ ...options, onEnd: next });
  const begin = async (
    worker: PoolWorker,
    { assignment, settle }: Pick<Waiting, 'assignment' | 'settle'>,
  ) => {
    const result = await worker.run(assignment);
    if (worker.isOpen) workers.rest(worker);
    settle(result);
    next();
  };
  const run = (assignment: Assignment) =>
    new Promise<WorkResult<unknown>>((settle) => {
      const { signal } = assignment;
      if (isClosed || signal?.aborted) return settle({ kind: 'cancelled' });
      const worker = queue.size === 0 ? workers.take() : undefined;
      if (worker) return void begin(worker, { assignment, settle });
      const ownSize = assignment.owner === undefined ? 0 : queue.sizeOf(assignment.owner);
      if (queue.size >= most || ownSize >= mostOfOwner) return settle({ kind: 'overloaded' });
      wait(queue, { assignment, settle, waitMs });
    });
  return {
    run: <About, Found>(
      { module, timeMs, bufferBytes }: UntrustedWork<About, Found>,
      order: WorkOrder<About>,
    ) => run({ module, timeMs, bufferBytes, ...order }) as Promise<WorkResult<Found>>, // according to the module
    async close() {
      isClosed = true;
      for (let one = queue.next(); one; one = queue.next()) {
        one.leave();
        one.settle({ kind: 'cancelled' });
      }
      await workers.end();
    },
  };
}

function wait(
  queue: FairQueue<Waiting>,
  { assignment, settle, waitMs }: Pick<Waiting, 'assignment' | 'settle'> & { readonly waitMs: number },
): void {
  const { signal, owner = '' } = assignment;
  const giveUp = (kind: 'cancelled' | 'overloaded') => {
    waiting.leave();
    queue.delete(owner, waiting);
    settle({ kind });
  };
  const cancel = () => giveUp('cancelled');
  const timer = setTimeout(() => giveUp('overloaded'), waitMs);
  const leave = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  };
  const waiting = { assignment, settle, leave };
  signal?.addEventListener('abort', cancel, { once: true });
  queue.add(owner, waiting);
}
