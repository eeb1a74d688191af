import { policies } from '../../../generated/policies.ts';
import { createFairQueue, type FairQueue } from '../../gateway/memory/fair-queue.ts';
import type { ForeignWork, Workers, WorkOrder, WorkResult } from '../../gateway/ports/workers.ts';
import { createThreadSet } from './create-thread-set.ts';
import type { Assignment, WorkThread } from './open-thread.ts';

/** Limits of a pool. */
export interface WorkerPoolOptions {
  /** Maximum number of threads. */
  readonly threads: number;
  /** Maximum queued tasks; further ones are `overloaded`. */
  readonly waiting: number;
  /** Maximum queued tasks of one owner. */
  readonly waitingOfOwner: number;
  /** Maximum heap of a thread. */
  readonly heapBytes: number;
  /** How long an idle thread is kept. */
  readonly idleMs: number;
}

const bounds: WorkerPoolOptions = {
  threads: policies.workers.threads,
  waiting: policies.workers.waiting,
  waitingOfOwner: policies.workers.waiting_of_owner,
  heapBytes: policies.workers.heap_bytes,
  idleMs: policies.workers.idle_seconds * 1000,
};

type Settle = (result: WorkResult<unknown>) => void;

interface Waiting {
  readonly assignment: Assignment;
  /** Settles it, or starts it. */
  readonly settle: Settle;
  /** Removes the cancellation listener. */
  readonly leave: () => void;
}

/** Creates a pool without threads: they start on demand. Round-robin between owners, first in first out for each. */
export function createWorkerPool({
  waiting: most,
  waitingOfOwner: mostOfOwner,
  ...options
} = bounds): Workers {
  const queue = createFairQueue<Waiting>();
  let isClosed = false;
  const next = () => {
    const thread = queue.size > 0 ? threads.take() : undefined;
    const first = thread && queue.next();
    if (!first) return;
    first.leave();
    void begin(thread, first);
  };
  const threads = createThreadSet({ ...options, onEnd: next });
  const begin = async (
    thread: WorkThread,
    { assignment, settle }: Pick<Waiting, 'assignment' | 'settle'>,
  ) => {
    const result = await thread.run(assignment);
    if (result.kind === 'found') threads.rest(thread);
    settle(result);
    next();
  };
  const run = (assignment: Assignment) =>
    new Promise<WorkResult<unknown>>((settle) => {
      const { signal } = assignment;
      if (isClosed || signal?.aborted) return settle({ kind: 'cancelled' });
      const thread = queue.size === 0 ? threads.take() : undefined;
      if (thread) return void begin(thread, { assignment, settle });
      const ownSize = assignment.owner === undefined ? 0 : queue.sizeOf(assignment.owner);
      if (queue.size >= most || ownSize >= mostOfOwner) return settle({ kind: 'overloaded' });
      wait(queue, assignment, settle);
    });
  return {
    run: <About, Found>(
      { module, timeMs, bufferBytes }: ForeignWork<About, Found>,
      order: WorkOrder<About>,
    ) => run({ module, timeMs, bufferBytes, ...order }) as Promise<WorkResult<Found>>, // according to the module
    async close() {
      isClosed = true;
      for (let one = queue.next(); one; one = queue.next()) {
        one.leave();
        one.settle({ kind: 'cancelled' });
      }
      await threads.end();
    },
  };
}

function wait(queue: FairQueue<Waiting>, assignment: Assignment, settle: Settle): void {
  const { signal, owner = '' } = assignment;
  const cancel = () => {
    queue.delete(owner, waiting);
    settle({ kind: 'cancelled' });
  };
  const leave = () => signal?.removeEventListener('abort', cancel);
  const waiting = { assignment, settle, leave };
  signal?.addEventListener('abort', cancel, { once: true });
  queue.add(owner, waiting);
}
