import { policies } from '../../../generated/policies.ts';
import type { ForeignWork, Workers, WorkOrder, WorkResult } from '../../gateway/ports/workers.ts';
import { createThreadSet } from './create-thread-set.ts';
import type { Assignment, WorkThread } from './open-thread.ts';

/** How much a pool may take of the machine. */
export interface WorkerPoolOptions {
  /** Most threads at a time. */
  readonly threads: number;
  /** Most pieces of work that wait for a thread; further ones are `overloaded`. */
  readonly waiting: number;
  /** Largest heap of a thread. */
  readonly heapBytes: number;
  /** How long a thread without work is kept. */
  readonly idleMs: number;
}

const bounds: WorkerPoolOptions = {
  threads: policies.workers.threads,
  waiting: policies.workers.waiting,
  heapBytes: policies.workers.heap_bytes,
  idleMs: policies.workers.idle_seconds * 1000,
};

type Settle = (result: WorkResult<unknown>) => void;

interface Waiting {
  readonly assignment: Assignment;
  /** Settles it, or begins it. */
  readonly settle: Settle;
  /** Ends the wait for a cancellation. */
  readonly leave: () => void;
}

/** Creates a pool without threads: they start when there is work, which begins in the order in which it came. */
export function createWorkerPool({ waiting: most, ...options } = bounds): Workers {
  const queue = new Set<Waiting>();
  let isClosed = false;
  const next = () => {
    const [first] = queue;
    const thread = first && threads.take();
    if (!thread) return;
    queue.delete(first);
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
      if (queue.size >= most) return settle({ kind: 'overloaded' });
      queue.add(toWaiting(queue, assignment, settle));
    });
  return {
    run: <About, Found>(
      { module, timeMs, bufferBytes }: ForeignWork<About, Found>,
      order: WorkOrder<About>,
    ) => run({ module, timeMs, bufferBytes, ...order }) as Promise<WorkResult<Found>>, // as the module says
    async close() {
      isClosed = true;
      for (const { settle, leave } of queue) {
        leave();
        settle({ kind: 'cancelled' });
      }
      queue.clear();
      await threads.end();
    },
  };
}

function toWaiting(queue: Set<Waiting>, assignment: Assignment, settle: Settle): Waiting {
  const { signal } = assignment;
  const cancel = () => {
    queue.delete(waiting);
    settle({ kind: 'cancelled' });
  };
  const leave = () => signal?.removeEventListener('abort', cancel);
  const waiting = { assignment, settle, leave };
  signal?.addEventListener('abort', cancel, { once: true });
  return waiting;
}
